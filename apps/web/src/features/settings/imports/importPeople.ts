import type { ImportPerson } from '@atrium/contract/files/imports.ts';

/** The person gets no account: tasks stay unassigned. */
export const NOBODY = 0;
/** The server's default for a person without an account here. */
export const DISABLED = -1;

/** External id -> userid, `NOBODY` or `DISABLED`, for the people who are matched. */
export type Choices = Readonly<Record<string, number>>;

export const choiceOf = ({ external_id, userid }: ImportPerson, choices: Choices): number =>
  choices[external_id] ?? (userid > 0 ? userid : DISABLED);

/** The choices that differ from the server's own suggestions. */
export const choicesToSend = (people: readonly ImportPerson[], choices: Choices) =>
  people.flatMap((person) => {
    const userid = choiceOf(person, choices);
    const isDefault = userid === DISABLED || (person.by === 'email' && userid === person.userid);
    return isDefault ? [] : [{ external_id: person.external_id, userid }];
  });

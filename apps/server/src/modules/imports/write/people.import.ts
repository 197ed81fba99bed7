import { joinAllStaff } from '#modules/dialogs/members/membership.service';
import { requestIndexing } from '#modules/searchIndex/requestIndexing.service';
import { azOf, pinyinOf } from '#platform/names';
import type { Work } from '#platform/work';
import { addressOf, type ImportPlan, type PlannedPerson } from '../imports.plan.ts';
import { insertDisabledPerson, listAllPeople } from './people.queries.ts';
import type { Tally } from './tally.ts';

export interface PeopleMap {
  /** The account of an external id. */
  get(externalId: string): number | undefined;
  /** The name of a person who has no account here. */
  nameOf(externalId: string): string | undefined;
}

/**
 * Accounts for the people of an export: as chosen, else matched by email, else created disabled. An administrator
 * enables those who need to sign in; until then their name is on their messages.
 */
export async function importPeople(
  work: Work,
  { source, people }: Pick<ImportPlan, 'source' | 'people'>,
  choices: ReadonlyMap<string, number>,
  tally: Tally,
): Promise<PeopleMap> {
  const map = new Map<string, number>();
  const names = new Map<string, string>();
  const known = await listAllPeople(work.tx);
  const existing = new Set(known.map(({ userid }) => userid));
  const byEmail = new Map(known.map((user) => [user.email.toLowerCase(), user.userid]));
  for (const person of people) {
    const chosen = choices.get(person.external_id);
    if (chosen === 0) {
      names.set(person.external_id, person.nickname);
      continue;
    }
    if (chosen !== undefined && existing.has(chosen)) {
      map.set(person.external_id, chosen);
      continue;
    }
    const email = addressOf(source, person);
    let userid = byEmail.get(email);
    if (userid === undefined) {
      userid = await createDisabled(work, person, email);
      byEmail.set(email, userid);
      tally.count('people');
    }
    map.set(person.external_id, userid);
  }
  return { get: (id) => map.get(id), nameOf: (id) => names.get(id) };
}

async function createDisabled(work: Work, person: PlannedPerson, email: string): Promise<number> {
  const nickname = [...person.nickname].slice(0, 20).join('');
  const user = await insertDisabledPerson(work.tx, {
    email,
    nickname,
    profession: [...(person.profession ?? '')].slice(0, 20).join(''),
    az: azOf(nickname),
    pinyin: pinyinOf(nickname),
    disable_at: work.now,
    identity: ['disable'],
  });
  await joinAllStaff(work, user.userid);
  await requestIndexing(work, 'user', [user.userid]);
  return user.userid;
}

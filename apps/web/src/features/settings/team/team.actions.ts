import { groupSearchuser } from '@atrium/contract/chat/dialogs.ts';
import { personErase } from '@atrium/contract/files/exports.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import * as accounts from '@atrium/contract/people/accounts.ts';
import { type UserRow, userLists, userOperation } from '@atrium/contract/people/accounts.ts';
import * as departments from '@atrium/contract/people/departments.ts';
import { factorClear, passwordLink } from '@atrium/contract/people/signIn.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type PeopleFilter = NonNullable<InputOf<typeof userLists>['keys']>;
export type Operation = InputOf<typeof userOperation>;
export type Preview = OutputOf<typeof accounts.peoplePreview>;
export type ImportedPeople = OutputOf<typeof accounts.peopleImport>;

export const PAGE_SIZE = 20;

/** Confirms success; returns the server's error if it refused. */
async function outcome(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    notify(t('team.changed'));
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

export const findGroups = async (key: string) => (await client.api.read(groupSearchuser, { key })).list;
export const listDepartments = () => client.api.read(departments.departmentList, {});
export const saveDepartment = (input: InputOf<typeof departments.departmentAdd>) =>
  client.api.call(departments.departmentAdd, input);
export const removeDepartment = (id: number) => outcome(client.api.call(departments.departmentDel, { id }));
export const syncDepartment = (id: number) => client.api.call(departments.departmentSync, { id });

/** Sets the deputies of a department to exactly these. */
export async function setDeputies(id: number, had: readonly number[], wanted: readonly number[]): Promise<void> {
  for (const userid of had)
    if (!wanted.includes(userid)) await client.api.call(departments.departmentDeldeputy, { id, userid });
  for (const userid of wanted)
    if (!had.includes(userid)) await client.api.call(departments.departmentAdddeputy, { id, userid });
}

export const listPeople = (keys: PeopleFilter, page: number) =>
  client.api.read(userLists, { keys, page, pagesize: PAGE_SIZE });
/** A person's check-in devices and photo. */
export async function readCheckin(user: UserRow) {
  const keys = { email: user.email, disable: 'all', bot: 'all' } as const;
  const { data } = await client.api.read(userLists, { keys, get_checkin_data: true, pagesize: 50 });
  const { checkin_macs = [], checkin_face = '' } = data.find(({ userid }) => userid === user.userid) ?? {};
  return { macs: checkin_macs, face: checkin_face };
}
export const operate = (input: Operation) => outcome(client.api.call(userOperation, input));
export const erasePerson = (input: InputOf<typeof personErase>) => outcome(client.api.call(personErase, input));
export const makeResetLink = (userid: number) => client.api.call(passwordLink, { userid });
export const clearFactors = (userid: number) => outcome(client.api.call(factorClear, { userid }));
export const createPerson = (input: InputOf<typeof accounts.userCreate>) =>
  outcome(client.api.call(accounts.userCreate, input));

// A spreadsheet ------------------------------------------------------------------------------------------------------

export const sheetTemplate = () => client.api.read(accounts.peopleTemplate, {});

export async function previewSheet(file: File): Promise<Preview | { words: string }> {
  try {
    return await client.api.upload(accounts.peoplePreview, {
      fields: {},
      file: { field: 'file', name: file.name, content: file },
      onProgress() {},
    });
  } catch (error) {
    return { words: wordsOf(error) };
  }
}

/** Creates accounts from the rows in steps; `onDone` gets the number processed. */
export async function importSheet(
  rows: Preview['rows'],
  opts: { changepass: boolean; onDone: (count: number) => void; signal: AbortSignal },
): Promise<ImportedPeople & { words: string }> {
  const sum: ImportedPeople & { words: string } = { total: 0, success: 0, failed: [], words: '' };
  const AT_ONCE = 10;
  for (let from = 0; from < rows.length && !opts.signal.aborted; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE).map(({ status: _status, reason: _reason, ...line }) => line);
    try {
      const answer = await client.api.call(accounts.peopleImport, { rows: part, changepass: opts.changepass });
      sum.total += answer.total;
      sum.success += answer.success;
      sum.failed.push(...answer.failed);
    } catch (error) {
      // The rows of this step may have been created, which another preview of the spreadsheet shows.
      return { ...sum, words: wordsOf(error) };
    }
    opts.onDone(Math.min(rows.length, from + AT_ONCE));
  }
  return sum;
}

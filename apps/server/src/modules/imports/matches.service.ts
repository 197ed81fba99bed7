import type * as contract from '@atrium/contract/files/imports.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { listByEmail, listByNickname, listPeopleIds } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { findImport } from './imports.queries.ts';
import type { SeenPerson } from './report.ts';

/** The people of an export with suggested accounts, which an administrator confirms or changes. */
export async function importPeople(
  { app }: View,
  { import_id }: InputOf<typeof contract.importPeople>,
): Promise<contract.ImportPerson[]> {
  const row = await findImport(app.db, import_id);
  if (!row) throw fail('import.gone');
  const people = row.people as unknown as SeenPerson[];
  const [byEmail, byName] = await Promise.all([emailMatches(app, people), nameMatches(app, people)]);
  const taken = new Set(byEmail.values());
  const named = people.map((person) => {
    if (byEmail.has(person.email.toLowerCase())) return 0;
    const found = byName.get(keyOf(person.name)) ?? byName.get(keyOf(person.username)) ?? 0;
    return taken.has(found) ? 0 : found;
  });
  return people.map((person, index): contract.ImportPerson => {
    const known = byEmail.get(person.email.toLowerCase());
    if (known !== undefined) return { ...person, userid: known, by: 'email' };
    const userid = named[index] ?? 0;
    // If two people of an export have the name of one person here, nobody can say which of them it is.
    const isSure = userid > 0 && named.filter((id) => id === userid).length === 1;
    return isSure ? { ...person, userid, by: 'name' } : { ...person, userid: 0, by: '' };
  });
}

/**
 * The choices as they are stored: external id -> userid.
 *
 * @throws import.person  unknown in the export, or no active person
 */
export async function checkChoices(
  app: App,
  import_id: number,
  choices: NonNullable<InputOf<typeof contract.importStart>['people']>,
): Promise<Record<string, number>> {
  const row = await findImport(app.db, import_id);
  if (!row) throw fail('import.gone');
  const known = new Set((row.people as unknown as SeenPerson[]).map(({ external_id }) => external_id));
  const wanted = [...new Set(choices.map(({ userid }) => userid).filter((userid) => userid > 0))];
  const active = new Set(await listPeopleIds(app.db, wanted));
  const isValid = choices.every(
    ({ external_id, userid }) => known.has(external_id) && (userid === 0 || active.has(userid)),
  );
  if (!isValid) throw fail('import.person');
  return Object.fromEntries(choices.map(({ external_id, userid }) => [external_id, userid]));
}

const keyOf = (name: string) => name.trim().toLowerCase();

async function emailMatches(app: App, people: readonly SeenPerson[]): Promise<Map<string, number>> {
  const emails = people.map(({ email }) => email.toLowerCase()).filter(Boolean);
  const found = emails.length > 0 ? await listByEmail(app.db, emails) : [];
  return new Map(found.filter(({ bot }) => !bot).map(({ email, userid }) => [email.toLowerCase(), userid]));
}

/** Matches people by name in lower case; a name that several people here have matches none of them. */
async function nameMatches(app: App, people: readonly SeenPerson[]): Promise<Map<string, number>> {
  const names = [...new Set(people.flatMap(({ name, username }) => [keyOf(name), keyOf(username)]).filter(Boolean))];
  const found = Map.groupBy(await listByNickname(app.db, names), ({ nickname }) => keyOf(nickname));
  return new Map([...found].flatMap(([name, [one, other]]) => (one && !other ? [[name, one.userid] as const] : [])));
}

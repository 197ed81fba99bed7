import { Worker } from 'node:worker_threads';
import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/people/accounts.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { languages } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { createAccount } from '#modules/auth/signUp/account.service';
import { setPersonDepartments } from '#modules/departments/departments.service';
import { requireProof } from '#modules/sessions/proof.service';
import { settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { checkEmail, checkNickname, checkPassword, checkProfession } from '#modules/users/fields.service';
import { presentUserRow } from '#modules/users/present.service';
import { saveUser } from '#modules/users/profile.service';
import { listKnownEmails } from '#modules/users/users.service';
import { hashPassword } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type View } from '#platform/work';
import type { SheetAnswer, SheetOrder } from './sheet.ts';

type NewPerson = Pick<InputOf<typeof contract.userCreate>, 'email' | 'nickname' | 'password' | 'department'> & {
  profession?: string | undefined;
};

/** @throws reg.email, nickname.length, password.policy, password.complex, profession.length */
function check(person: NewPerson, settings: WorkspaceSettings): void {
  checkEmail(person.email);
  if (person.nickname === '') throw fail('nickname.length');
  checkNickname(person.nickname);
  checkPassword(person.password, settings, person);
  checkProfession(person.profession ?? '');
}

/** Makes one account, never a temporary one. @throws what `check` throws, reg.taken, department.gone */
async function make({ app, caller }: Direct, person: NewPerson, changepass: boolean) {
  check(person, await settingsOf(app));
  const passwordHash = await hashPassword(person.password);
  return performWork(app, caller, async (work) => {
    const user = await createAccount(work, {
      email: person.email,
      passwordHash,
      nickname: person.nickname,
      profession: person.profession ?? '',
      identity: [],
      lang: caller.lang,
      ip: caller.ip,
    });
    const fresh = changepass ? await saveUser(work, user.userid, { changepass: 1 }) : user;
    if (person.department?.length) await setPersonDepartments(work, user.userid, person.department);
    return presentUserRow(app, { ...fresh, department: person.department ?? [] });
  });
}

/** @throws proof.needed, as `make` does */
export async function createPerson(direct: Direct, input: InputOf<typeof contract.userCreate>) {
  await requireProof(direct);
  return make(direct, input, input.changepass ?? true);
}

/** Creates each account on its own: a failure is reported and does not stop the others. */
export async function importPeople(direct: Direct, { rows, changepass = true }: InputOf<typeof contract.peopleImport>) {
  await requireProof(direct);
  const failed: { line: number; email: string; reason: string; code: string | null }[] = [];
  for (const row of rows) {
    try {
      await make(direct, row, changepass);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { line, email } = row;
      failed.push({ line, email, reason: wordsOf(error, direct.caller.lang), code: error.code });
    }
  }
  return { total: rows.length, success: rows.length - failed.length, failed };
}

const wordsOf = ({ code, data }: Failure, lang: Language) =>
  translate(lang, `error.${code}`, data as Record<string, string>);

// The spreadsheet ----------------------------------------------------------------------------------------------------

const COLUMNS = ['email', 'nickname', 'password', 'profession', 'department'] as const;
type Column = (typeof COLUMNS)[number];

/** Headings in the caller's language, and one example row. */
export async function sheetTemplate({ caller }: View) {
  const head = COLUMNS.map((column) => translate(caller.lang, `people.${column}`));
  const example = ['ada@example.com', 'Ada Lovelace', 'Difference-1843', translate(caller.lang, 'people.example'), ''];
  // The byte order mark tells spreadsheet programs that this is UTF-8.
  return { name: 'people.csv', text: `\uFEFF${[head, example].map((line) => line.join(',')).join('\r\n')}\r\n` };
}

/** Memory that a regular spreadsheet of 2 MB needs at most; a file that needs more was crafted. */
const MEMORY_MB = 256;
const PARSE_TIMEOUT_MS = 20_000;

/**
 * Parses it in a worker thread: a small file can be crafted to expand to a huge one. @throws import.no_sheet,
 * import.too_large
 */
async function readInWorker(order: SheetOrder): Promise<string[][]> {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const overdue = setTimeout(() => void worker.terminate(), PARSE_TIMEOUT_MS);
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? fail('import.too_large') : error),
      );
      worker.once('exit', () => reject(fail('import.too_large')));
    });
    if ('refused' in answer) throw fail(answer.refused);
    return answer.lines;
  } finally {
    clearTimeout(overdue);
  }
}

const called = (column: Column) =>
  new Set([
    column,
    ...Object.keys(languages).map((lang) => translate(lang as Language, `people.${column}`).toLowerCase()),
  ]);

/** The index of each column, by its heading in any language. */
function placesIn(head: readonly string[]): Record<Column, number> {
  const words = head.map((cell) => cell.toLowerCase());
  const at = (column: Column) => words.findIndex((word) => called(column).has(word));
  const places = {
    email: at('email'),
    nickname: at('nickname'),
    password: at('password'),
    profession: at('profession'),
    department: at('department'),
  };
  if (places.email < 0 || places.password < 0 || places.nickname < 0) throw fail('import.no_columns');
  return places;
}

/** Says which rows are valid, without creating accounts. */
export async function previewPeople(direct: Direct, { file }: InputOf<typeof contract.peoplePreview>) {
  const { lang } = direct.caller;
  const [head = [], ...lines] = await readInWorker({ path: file.path, lang, most: contract.IMPORT_PEOPLE + 2 });
  if (lines.length > contract.IMPORT_PEOPLE) throw fail('import.people', { limit: contract.IMPORT_PEOPLE });
  const places = placesIn(head);
  const cell = (line: readonly string[], column: Column) => line[places[column]] ?? '';
  const people = lines.map((line, index) => ({
    line: index + 2,
    email: cell(line, 'email'),
    nickname: cell(line, 'nickname'),
    password: cell(line, 'password'),
    profession: cell(line, 'profession'),
    ...namedDepartments(departmentsOf(direct.app), cell(line, 'department')),
  }));
  const settings = await settingsOf(direct.app);
  const emails = people.map((person) => person.email.toLowerCase());
  const known = new Set(await listKnownEmails(direct.tx, emails));
  const rows = people.map(({ unknown, ...person }, index) => {
    const email = emails[index] ?? '';
    const twice = known.has(email) ? fail('reg.taken') : emails.indexOf(email) < index ? fail('import.twice') : null;
    const lost = unknown === undefined ? null : fail('import.department', { name: unknown });
    const failure = twice ?? refusal(person, settings) ?? lost;
    const status = failure ? ('error' as const) : ('ok' as const);
    return { ...person, status, reason: failure ? wordsOf(failure, lang) : '' };
  });
  const valid = rows.filter((row) => row.status === 'ok').length;
  return { total: rows.length, valid, invalid: rows.length - valid, rows };
}

/**
 * Finds one or more departments, by name or with their parents: `Sales / North`. `unknown` is the first name that
 * matches none or several.
 */
function namedDepartments(all: readonly DepartmentInfo[], cell: string): { department: number[]; unknown?: string } {
  const fold = (words: string) => words.trim().toLowerCase();
  const pathOf = ({ name, parent_id }: DepartmentInfo): string => {
    const above = all.find(({ id }) => id === parent_id);
    return above ? `${pathOf(above)}/${fold(name)}` : fold(name);
  };
  const department: number[] = [];
  for (const words of cell.split(/[,;，；、]/).filter((each) => each.trim() !== '')) {
    const path = words.split('/').map(fold).join('/');
    const meant = all.filter((each) => pathOf(each) === path || `/${pathOf(each)}`.endsWith(`/${path}`));
    const exact = meant.find((each) => pathOf(each) === path) ?? (meant.length === 1 ? meant[0] : undefined);
    if (!exact) return { department, unknown: words.trim() };
    department.push(exact.id);
  }
  return { department };
}

function refusal(person: NewPerson, settings: WorkspaceSettings): Failure | null {
  try {
    check(person, settings);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

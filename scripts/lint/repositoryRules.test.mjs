import { RuleTester } from 'oxlint/plugins-dev';
import { describe, test } from 'vitest';
import plugin from './repositoryRules.mjs';

RuleTester.describe = describe;
RuleTester.it = test;

const filename = '/atrium/apps/server/src/modules/tasks/tasks.queries.ts';
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });
const reader = { message: 'A `Reader` only reads: the function needs a `Writer`, or a `Work`.' };
const shared = { message: 'Give the function its `Writer`, so that others cannot run this as a reader.' };

tester.run('readers-only-read', plugin.rules['readers-only-read'], {
  valid: [
    'export const list = (db: Reader) => sql`select deleted_at from tasks for update`.execute(db);',
    'export const done = (db: Writer, id: number) => sql`update tasks set done = ${id}`.execute(db);',
    'export const done = ({ tx }: Work) => sql`delete from tasks`.execute(tx);',
    "type Tx = Work['tx'];\nexport const done = (tx: Tx) => sql`delete from tasks`.execute(tx);",
    'const gone = sql`delete from tasks`;\nexport const clear = (db: Writer) => gone.execute(db);',
    'const open = sql`done = 0`;\nexport const list = (db: Reader) => sql`select 1 where ${open}`.execute(db);',
  ].map((code) => ({ code, filename })),
  invalid: [
    ['export const add = (db: Reader) => sql`insert into tasks values (1)`.execute(db);', reader],
    ['export const done = (view: View) => sql`update ${name} t set done = 1`.execute(view.tx);', reader],
    ['export const gone = ({ tx }: View) => sql`with a as (delete from tasks) select 1`.execute(tx);', reader],
    ['export const lock = (db: Reader) => sql`select pg_advisory_xact_lock(1)`.execute(db);', reader],
    ["export const next = (db: Reader) => sql`select nextval('tasks_id_seq')`.execute(db);", reader],
    ["export const add = (db: Reader) => sql.raw('insert into tasks values (1)').execute(db);", reader],
    ["type Tx = View['tx'];\nexport const gone = (tx: Tx) => sql`delete from tasks`.execute(tx);", reader],
    ['export const all = (db: Reader) => ids.map((id) => sql`delete from a where id = ${id}`.execute(db));', reader],
    ['const gone = sql`delete from tasks`;\nexport const clear = (db: Reader) => gone.execute(db);', reader],
    [
      'const gone = (id: number) => sql`delete from a where id = ${id}`;\nconst both = sql`with a as (${gone(1)}) select 1`;\nexport const clear = (db: Reader) => both.execute(db);',
      reader,
    ],
    ['export const add = (db: Reader, app: App) => sql`insert into a values (1)`.execute(db);', reader],
    ['export const gone = (db: Unknown) => sql`delete from tasks`.execute(db);', shared],
    ['export const gone = sql`delete from tasks`;', shared],
  ].map(([code, error]) => ({ code, filename, errors: [error] })),
});

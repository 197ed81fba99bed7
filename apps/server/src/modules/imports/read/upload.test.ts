import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Import,
  importLists,
  importPeople,
  importRemove,
  importStart,
  importStatus,
  importStop,
} from '@atrium/contract/files/imports.ts';
import { projectOne } from '@atrium/contract/projects/projects.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { administrator, person, startServer, TestClient, testServer, unique } from '#testing/world';
import { zipOf } from '#testing/zip';
import { dataPath } from '../imports.testing.ts';
import { recoverImports } from '../run.service.ts';
import { folderFiles } from './exportFiles.ts';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});

async function upload(kind: string, name: string, content: string | Uint8Array<ArrayBuffer>, by = admin, lang = 'en') {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([content]), name);
  return by.raw('import/upload', { method: 'POST', body, headers: { language: lang } });
}

async function uploaded(...args: Parameters<typeof upload>): Promise<Import> {
  const answer = await upload(...args);
  expect(answer).toMatchObject({ ret: 1 });
  return answer.data as unknown as Import;
}

async function ended(id: number): Promise<Import> {
  for (;;) {
    const now = await admin.call(importStatus, { import_id: id });
    if (now.status !== 'running') return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function bringIn(file: Import): Promise<Import> {
  // A fast import may be finished before the answer.
  expect((await admin.call(importStart, { import_id: file.id })).status).not.toBe('ready');
  return ended(file.id);
}

const filesLeft = async () => {
  const { app } = await testServer();
  const folders = [app.uploadDir, path.join(app.storage.name, 'import')];
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
};

async function countAll() {
  const { app } = await testServer();
  const { rows } = await sql`
    select (select count(*) from users)::int as users, (select count(*) from projects)::int as projects,
      (select count(*) from tasks)::int as tasks, (select count(*) from messages)::int as messages,
      (select count(*) from dialogs)::int as dialogs, (select count(*) from dialog_members)::int as members`.execute(
    app.db,
  );
  return rows[0];
}

/** A board of our own, unlike any other. */
function boardJson(cards = 2): string {
  const id = unique('b');
  return JSON.stringify({
    id,
    name: `Board ${id}`,
    lists: [{ id: `${id}l`, name: 'To do', pos: 1 }],
    members: [{ id: `${id}m`, fullName: 'Mia', username: 'mia', email: `${id}@example.com` }],
    cards: [
      ...Array.from({ length: cards }, (_, index) => ({
        id: `${id}c${index}`,
        idList: `${id}l`,
        name: `Card ${index}`,
        idMembers: [`${id}m`],
      })),
      { id: `${id}x`, idList: 'nowhere', name: 'Lost' },
      7,
    ],
  });
}

test('a board is previewed and imported, and a second import changes nothing', async () => {
  const json = boardJson();
  const look = await uploaded('trello', 'C:\\exports\\board.json', json);
  expect(look).toMatchObject({ kind: 'trello', name: 'board.json', status: 'ready', total: 2, result: null });
  expect(look.report).toMatchObject({
    counts: { people: 1, projects: 1, tasks: 2 },
    people_known: 0,
    parts: [{ type: 'project', count: 2 }],
    problems: [
      { what: 'unknown_column', count: 1, where: ['cards[2].idList'] },
      { what: 'not_a_record', count: 1, where: ['cards[3]'] },
    ],
  });
  const done = await bringIn(look);
  expect(done).toMatchObject({ status: 'done', done: 2, result: { created: { projects: 1, tasks: 2, people: 1 } } });
  const link = done.result?.links[0];
  expect(await admin.call(projectOne, { project_id: link?.id ?? 0 })).toMatchObject({ name: link?.name });
  expect(await filesLeft()).toEqual([]);

  const before = await countAll();
  const again = await uploaded('trello', 'board.json', json);
  expect(again.report.people_known).toBe(1);
  expect((await bringIn(again)).result).toEqual({ created: {}, links: done.result?.links });
  expect(await countAll()).toEqual(before);
  // A finished import stays finished.
  expect(await admin.call(importStart, { import_id: again.id })).toMatchObject({ status: 'done' });
  expect((await admin.call(importLists, {})).map((each) => each.id)).toEqual(
    expect.arrayContaining([again.id, look.id]),
  );
  await admin.call(importRemove, { import_id: again.id });
  await expect(admin.call(importStatus, { import_id: again.id })).rejects.toMatchObject({
    data: { code: 'import.gone' },
  });
});

test('people are mapped to who an administrator says they are', async () => {
  const id = unique('m');
  const [ada, mia] = [await person('ada'), await person('mia')];
  const { app } = await testServer();
  await app.db
    .updateTable('users')
    .set({ nickname: `Mia ${id}` })
    .where('userid', '=', mia.userid)
    .execute();
  const bot = await app.db
    .insertInto('users')
    .values({ email: `${id}@bot.test`, nickname: `Bot ${id}`, bot: 1 })
    .returning('userid')
    .executeTakeFirstOrThrow();
  const comment = (author: string, text: string) => ({
    id: `${id}${author}a`,
    type: 'commentCard',
    date: '2025-01-01T10:00:00Z',
    data: { card: { id: `${id}c` }, text },
    memberCreator: { id: `${id}${author}` },
  });
  const look = await uploaded(
    'trello',
    'people.json',
    JSON.stringify({
      id,
      name: `Board ${id}`,
      lists: [{ id: `${id}l`, name: 'To do', pos: 1 }],
      members: [
        { id: `${id}ada`, fullName: 'Somebody', email: ada.email.toUpperCase() },
        { id: `${id}mia`, fullName: ` mia ${id.toUpperCase()}`, username: 'mm' },
        { id: `${id}bot`, fullName: `Bot ${id}` },
        { id: `${id}no`, fullName: 'Nora *Bold*' },
        { id: `${id}new`, fullName: 'New' },
      ],
      cards: [
        {
          id: `${id}c`,
          idList: `${id}l`,
          name: 'Card',
          idMembers: ['ada', 'mia', 'no', 'new'].map((name) => id + name),
        },
      ],
      actions: [comment('no', 'Hello'), comment('mia', 'Hi')],
    }),
  );
  const people = await admin.call(importPeople, { import_id: look.id });
  const guesses = people.map((each) => [
    each.external_id.slice(id.length),
    each.userid,
    each.by,
    each.tasks,
    each.messages,
  ]);
  expect(guesses).toEqual([
    ['mia', mia.userid, 'name', 1, 1],
    ['no', 0, '', 1, 1],
    ['ada', ada.userid, 'email', 1, 0],
    ['new', 0, '', 1, 0],
    ['bot', 0, '', 0, 0],
  ]);
  await expect(ada.call(importPeople, { import_id: look.id })).rejects.toMatchObject({ data: { code: 'forbidden' } });

  const start = (chosen: [string, number][]) =>
    admin.call(importStart, {
      import_id: look.id,
      people: chosen.map(([name, userid]) => ({ external_id: id + name, userid })),
    });
  const gone = await person('gone');
  await app.db.updateTable('users').set({ disable_at: new Date() }).where('userid', '=', gone.userid).execute();
  for (const chosen of [
    ['no', bot.userid],
    ['no', gone.userid],
    ['no', 2_000_000_000],
    ['stranger', mia.userid],
  ]) {
    await expect(start([chosen as [string, number]])).rejects.toMatchObject({ data: { code: 'import.person' } });
  }
  await start([
    ['mia', mia.userid],
    ['no', 0],
  ]);
  const done = await ended(look.id);
  // Only those about whom nobody said anything get accounts.
  expect(done).toMatchObject({ status: 'done', result: { created: { people: 2, tasks: 1, comments: 2 } } });
  const task = await app.db
    .selectFrom('tasks')
    .selectAll()
    .where('import_key', '=', `trello:${id}:${id}c`)
    .executeTakeFirstOrThrow();
  const owners = await app.db.selectFrom('task_users').select('userid').where('task_id', '=', task.id).execute();
  expect(owners.map(({ userid }) => userid)).toEqual(expect.arrayContaining([ada.userid, mia.userid]));
  expect(owners).toHaveLength(3);
  const messages = await app.db
    .selectFrom('messages')
    .select(['userid', 'msg'])
    .where('dialog_id', '=', task.dialog_id)
    .where('import_key', 'is not', null)
    .orderBy('id')
    .execute();
  expect(messages).toMatchObject([
    { userid: 0, msg: { text: String.raw`**Nora \*Bold\***` + '\n\nHello' } },
    { userid: mia.userid, msg: { text: 'Hi' } },
  ]);
});

test('one import runs at a time; it stops, resumes, and survives a restart', { timeout: 60_000 }, async () => {
  const { app } = await testServer();
  const [big, small] = [
    await uploaded('trello', 'big.json', boardJson(200)),
    await uploaded('trello', 's', boardJson()),
  ];
  await admin.call(importStart, { import_id: big.id });
  const running = { data: { code: 'import.running' } };
  await expect(admin.call(importStart, { import_id: small.id })).rejects.toMatchObject(running);
  await expect(admin.call(importRemove, { import_id: big.id })).rejects.toMatchObject(running);
  expect(await admin.call(importStop, { import_id: big.id })).toMatchObject({ status: 'stopped', result: null });

  // As after a power failure: the row says running, and nobody runs it.
  await app.db.updateTable('imports').set({ status: 'running' }).where('id', '=', big.id).execute();
  await recoverImports(app);
  expect(await admin.call(importStatus, { import_id: big.id })).toMatchObject({ status: 'stopped' });
  expect(await bringIn(big)).toMatchObject({ status: 'done', done: 200, result: { created: { tasks: 200 } } });
  await admin.call(importRemove, { import_id: small.id });
  expect(await filesLeft()).toEqual([]);
});

test('a file missing from the disk is reported as missing', async () => {
  const { app } = await testServer();
  const look = await uploaded('trello', 'b.json', boardJson());
  const { file } = await app.db
    .selectFrom('imports')
    .select('file')
    .where('id', '=', look.id)
    .executeTakeFirstOrThrow();
  await app.storage.delete(`import/${file}`);
  expect(await bringIn(look)).toMatchObject({ status: 'failed', error: expect.stringContaining('again') });
  await recoverImports(app);
  expect(await filesLeft()).toEqual([]);
});

test('an export that one server received is imported by another', async () => {
  const { app } = await testServer();
  const uploadDir = path.join(app.uploadDir, 'other');
  const other = await startServer({ storage: app.storage, uploadDir });
  const look = await uploaded('trello', 'b.json', boardJson());
  const there = new TestClient(other.base, admin.email);
  there.token = admin.token;
  await there.call(importStart, { import_id: look.id });
  expect(await ended(look.id)).toMatchObject({ status: 'done', result: { created: { tasks: 2 } } });
  expect(await readdir(uploadDir)).toEqual([]);
  await other.close();
  await rm(uploadDir, { recursive: true });
  expect(await filesLeft()).toEqual([]);
});

test('what a dead process left is deleted after a day', async () => {
  const { app } = await testServer();
  const [old, recent] = ['old', 'recent'].map((name) => path.join(app.uploadDir, name)) as [string, string];
  for (const file of [old, recent]) await writeFile(file, 'half');
  const yesterday = Date.now() / 1000 - 90_000;
  await utimes(old, yesterday, yesterday);
  await recoverImports(app);
  expect(await filesLeft()).toEqual(['recent']);
  await rm(recent);
});

let packedBomb: Uint8Array<ArrayBuffer> | undefined;
const bomb = () => {
  packedBomb ??= zipOf({ 'channels.json': '[]', 'users.json': new Uint8Array(65 * 1024 * 1024) });
  return packedBomb;
};
describe('an invalid export is refused in the uploader’s language and not stored', () => {
  test.for<[string, string, () => string | Uint8Array<ArrayBuffer>, string]>([
    ['no JSON', 'trello', () => 'Hello', 'import.not_json'],
    ['no board', 'trello', () => '{"a":1}', 'import.not_trello'],
    ['a board for Slack', 'slack', () => boardJson(), 'import.not_zip'],
    ['a zip of other things', 'slack', () => zipOf({ 'readme.txt': 'Hi' }), 'import.not_slack'],
    ['half a zip', 'slack', () => zipOf({ 'channels.json': '[]' }).slice(0, 40), 'import.not_zip'],
    ['a zip bomb', 'slack', bomb, 'import.too_large'],
    ['nothing', 'trello', () => '', 'import.not_json'],
  ])('%s', async ([, kind, content, code]) => {
    const english = await upload(kind, 'file', content());
    expect(english).toMatchObject({ data: { code } });
    const german = await upload(kind, 'file', content(), admin, 'de');
    expect(german.msg).not.toBe(english.msg);
    expect(german.msg.length).toBeGreaterThan(10);
    expect(await filesLeft()).toEqual([]);
  });

  test('a path instead of a file, or a caller who is no administrator', async () => {
    const spoofs = [{ file: { path: '/etc/passwd' } }, { 'file[path]': '/etc/passwd' }, { file: '/etc/passwd' }];
    for (const spoof of spoofs) {
      const answer = await admin.raw('import/upload', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'trello', ...spoof }),
      });
      expect(answer.data).toMatchObject({ code: 'parameter.missing' });
    }
    const form = new FormData();
    form.set('kind', 'trello');
    form.set('file', '/etc/passwd');
    const answer = await admin.raw('import/upload', { method: 'POST', body: form });
    expect(answer.data).toMatchObject({ code: 'parameter.missing' });
    const eve = await person('eve');
    expect((await upload('trello', 'b.json', boardJson(), eve)).data).toMatchObject({ code: 'forbidden' });
    expect(await filesLeft()).toEqual([]);
  });
});

const board = dataPath('trello-board-export/kanban-template.json');
const workspace = dataPath('slack-export');

describe.skipIf(!board || !workspace)('real exports', () => {
  test.for(['trello', 'slack'] as const)(
    '%s is imported by upload, and a second upload changes nothing',
    { timeout: 60_000 },
    async (kind) => {
      const content = kind === 'trello' ? await readFile(board ?? '', 'utf8') : await zipOfFolder(workspace ?? '');
      const first = await bringIn(await uploaded(kind, kind, content));
      expect(first).toMatchObject({ status: 'done', error: '' });
      expect(Object.keys(first.result?.created ?? {})).toContain(kind === 'trello' ? 'tasks' : 'messages');
      expect(first.result?.links.length).toBeGreaterThan(0);
      const before = await countAll();
      expect((await bringIn(await uploaded(kind, kind, content))).result?.created).toEqual({});
      expect(await countAll()).toEqual(before);
    },
  );
});

async function zipOfFolder(folder: string) {
  const files = await folderFiles(folder);
  const entries: Record<string, Uint8Array> = {};
  // Slack's own zips have the export at their root; people also zip the folder itself.
  for (const file of files.list()) entries[path.posix.join('export', file)] = await files.read(file);
  return zipOf(entries);
}

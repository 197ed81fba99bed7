import { readFile } from 'node:fs/promises';
import { dialogOne, dialogOpenUser, groupDisband } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { columnLists, projectLists, projectRemove } from '@atrium/contract/projects/projects.ts';
import { tagList } from '@atrium/contract/projects/tags.ts';
import { taskArchived, taskContent, taskLists } from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerFor } from '#platform/callers';
import { cloneTemplate } from '#testing/database';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { completePlan, type ImportPlan, type PlannedMessage } from './imports.plan.ts';
import { carryOut } from './imports.service.ts';
import { dataPath } from './imports.testing.ts';
import { folderFiles } from './read/exportFiles.ts';
import { parseSlack } from './slack/slack.parse.ts';
import { parseTrello } from './trello/trello.parse.ts';

const board = dataPath('trello-board-export/kanban-template.json');
const workspace = dataPath('slack-export');

/** A workspace of its own: records are imported only once per workspace. */
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_imports_')) });
  admin = await person('admin', { server });
});
afterAll(() => server.close());

async function bringIn(plan: ImportPlan) {
  return (await carryOut(server.app, callerFor(admin.userid, { identity: ['admin'], isBot: false }), plan)).created;
}

/** The number of rows in everything that an import may write. */
async function countAll() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from users)::int as users, (select count(*) from projects)::int as projects,
      (select count(*) from project_columns)::int as columns, (select count(*) from tasks)::int as tasks,
      (select count(*) from task_contents)::int as contents, (select count(*) from messages)::int as messages,
      (select count(*) from dialogs)::int as dialogs, (select count(*) from dialog_members)::int as members`.execute(
    server.app.db,
  );
  return rows[0] ?? {};
}

describe.skipIf(!board)('a real Trello board', () => {
  test('is imported completely, and a second import changes nothing', async () => {
    const plan = parseTrello(await readFile(board ?? '', 'utf8'));
    const before = await countAll();
    const created = await bringIn(plan);
    const after = await countAll();
    const [project] = plan.projects;
    expect(created).toMatchObject({ projects: 1, columns: project?.columns.length, tasks: plan.counts.tasks });
    const { comments, attachments } = plan.counts;
    expect({ comments: 0, attachments: 0, ...created }).toMatchObject({ comments, attachments });
    expect(Number(after.tasks) - Number(before.tasks)).toBe(plan.counts.tasks + plan.counts.checklist_items);
    expect(await bringIn(plan)).toEqual({});
    expect(await countAll()).toEqual(after);
  });
});

test('labels become tags, checklists subtasks, and archived lists are archived', async () => {
  const id = unique('b');
  const plan = parseTrello(
    JSON.stringify({
      id,
      name: `Board ${id}`,
      lists: [
        { id: `${id}l1`, name: 'Open', pos: 1 },
        { id: `${id}l2`, name: 'Old', pos: 2, closed: true },
      ],
      labels: [
        { id: `${id}a`, name: 'Urgent', color: 'red_dark' },
        { id: `${id}b`, name: '', color: 'green' },
        { id: `${id}d`, name: 'Urgent', color: 'blue' },
      ],
      members: [],
      checklists: [
        {
          id: `${id}k`,
          idCard: `${id}c1`,
          name: 'Steps',
          checkItems: Array.from({ length: 52 }, (_, n) => ({
            id: `${id}i${n}`,
            name: n === 51 ? 'Step 51: sort <b and c> & more' : `Step ${n}`,
            state: n === 0 ? 'complete' : 'incomplete',
            pos: n,
          })),
        },
      ],
      cards: [
        {
          id: `${id}c1`,
          idList: `${id}l1`,
          name: 'One',
          pos: 1,
          idLabels: [`${id}a`, `${id}b`, `${id}d`],
          cover: { color: 'sky' },
        },
        { id: `${id}c2`, idList: `${id}l1`, name: 'Closed', pos: 2, closed: true },
        { id: `${id}c3`, idList: `${id}l2`, name: 'With its list', pos: 1 },
      ],
      actions: [],
    }),
  );
  expect(plan.counts).toMatchObject({ columns: 2, tasks: 3, checklist_items: 52 });
  await bringIn(plan);
  const [project] = (await admin.call(projectLists, { keys: { name: id.slice(0, 20) } })).data;
  const project_id = project?.id ?? 0;
  expect((await admin.call(columnLists, { project_id })).data.map(({ name }) => name)).toEqual(['Open']);
  expect((await admin.call(tagList, { project_id })).map(({ name, color }) => [name, color]).toSorted()).toEqual([
    ['Urgent', '#ff7070'],
    ['green', '#73b45c'],
  ]);
  const lists = (archived: 'no' | 'yes') => admin.call(taskLists, { project_id, parent_id: -1, archived });
  const [one] = (await lists('no')).data;
  expect(one).toMatchObject({ name: 'One', color: '#e5f5ff', sub_num: 50, sub_complete: 1 });
  // A task has a tag once, in the project's color.
  expect(one?.task_tag.map(({ name, color }) => [name, color])).toEqual([
    ['Urgent', '#ff7070'],
    ['green', '#73b45c'],
  ]);
  // More items than a task can have subtasks remain as a checklist.
  const { content } = await admin.call(taskContent, { task_id: one?.id ?? 0 });
  expect(content?.match(/data-list="unchecked"/g)).toHaveLength(2);
  expect(content).toContain('Step 51: sort &lt;b and c&gt; &amp; more');
  const archived = (await lists('yes')).data;
  expect(archived.map(({ name }) => name).toSorted()).toEqual(['Closed', 'With its list']);
  // Its column is restored with it.
  const old = archived.find(({ name }) => name === 'With its list');
  await admin.call(taskArchived, { task_id: old?.id ?? 0, type: 'recovery' });
  expect((await admin.call(columnLists, { project_id })).data.map(({ name }) => name)).toEqual(['Open', 'Old']);
});

test('what was deleted after an import is imported again, completely', async () => {
  const id = unique('b');
  const trello = parseTrello(
    JSON.stringify({
      id,
      name: `Board ${id}`,
      lists: [{ id: `${id}l1`, name: 'Open', pos: 1 }],
      labels: [],
      members: [],
      cards: [{ id: `${id}c1`, idList: `${id}l1`, name: 'One', pos: 1 }],
      actions: [
        {
          id: `${id}a1`,
          type: 'commentCard',
          date: '2024-05-01T10:00:00.000Z',
          data: { card: { id: `${id}c1` }, text: 'Begun' },
        },
      ],
    }),
  );
  const created = await bringIn(trello);
  expect(created).toMatchObject({ projects: 1, columns: 1, tasks: 1, comments: 1 });
  expect(await bringIn(trello)).toEqual({});
  const boards = async () => (await admin.call(projectLists, { keys: { name: id.slice(0, 20) } })).data;
  const [first] = await boards();
  await admin.call(projectRemove, { project_id: first?.id ?? 0 });
  expect(await bringIn(trello)).toEqual(created);
  const [again] = await boards();
  expect(again?.id).not.toBe(first?.id);
  const { data: tasks } = await admin.call(taskLists, { project_id: again?.id ?? 0 });
  expect(tasks).toMatchObject([{ name: 'One', msg_num: 1 }]);
});

test('a channel that was deleted after an import is imported again with its messages', async () => {
  const id = unique('c');
  const message: Omit<PlannedMessage, 'external_id' | 'text' | 'created_at'> = {
    ...{ kind: 'text', author: null, type: 'html' },
    ...{ edited_at: null, reply_to: null, reactions: [], files: [] },
  };
  const plan = completePlan({
    source: 'slack',
    people: [],
    projects: [],
    dialogs: [
      {
        external_id: id,
        type: 'channel',
        name: id,
        is_private: false,
        is_archived: false,
        members: [],
        created_at: null,
        messages: [{ ...message, external_id: '1', text: '<p>Hello</p>', created_at: '2024-05-01T10:00:00Z' }],
      },
    ],
    problems: [],
  });
  expect(await bringIn(plan)).toEqual({ dialogs: 1, messages: 1 });
  const find = async () => {
    const { rows } = await sql<{ id: number }>`select id from dialogs where import_key = ${`slack:${id}`}`.execute(
      server.app.db,
    );
    return rows[0]?.id ?? 0;
  };
  const first = await find();
  await admin.call(groupDisband, { dialog_id: first });
  expect(await bringIn(plan)).toEqual({ dialogs: 1, messages: 1 });
  const again = await find();
  expect(again).not.toBe(first);
  expect((await admin.call(msgList, { dialog_id: again })).list).toMatchObject([{ msg: { text: '<p>Hello</p>' } }]);
});

/** The contents of the files in `../shared/data`, counted by hand. */
const boards = [
  [
    'trello-board-export/kanban-template.json',
    { columns: 8, shown: 7, tasks: 16, archived: 2, tags: 6, attachments: 9 },
  ],
  [
    'trello-board-export/web-development.json',
    { columns: 8, shown: 8, tasks: 8, archived: 0, tags: 6, attachments: 0 },
  ],
  ['trello-small-boards/simple_board.json', { columns: 3, shown: 3, tasks: 10, archived: 0, tags: 0, attachments: 0 }],
  [
    'trello-small-boards/board_with_comments.json',
    { columns: 2, shown: 2, tasks: 3, archived: 0, tags: 0, attachments: 0 },
  ],
  [
    'trello-small-boards/board_with_references.json',
    { columns: 1, shown: 1, tasks: 3, archived: 0, tags: 0, attachments: 1 },
  ],
  ['trello-small-boards/empty_board.json', { columns: 1, shown: 1, tasks: 0, archived: 0, tags: 0, attachments: 0 }],
] as const;
describe.skipIf(!board)('boards of other authors', () => {
  test.each(boards)('%s is imported completely', async (file, counted) => {
    const plan = parseTrello(await readFile(dataPath(file) ?? '', 'utf8'));
    await bringIn(plan);
    const key = `trello:${plan.projects[0]?.external_id}`;
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from project_columns c where c.project_id = p.id) as columns,
        (select count(*)::int from project_columns c where c.project_id = p.id and c.deleted_at is null) as shown,
        (select count(*)::int from tasks t where t.project_id = p.id and t.parent_id = 0) as tasks,
        (select count(*)::int from tasks t where t.project_id = p.id and t.archived_at is not null) as archived,
        (select count(*)::int from project_tags g where g.project_id = p.id) as tags
      from projects p where p.import_key = ${key}`.execute(server.app.db);
    expect({ ...rows[0], attachments: plan.counts.attachments }).toEqual(counted);
  });
});

test('history imported into a chat that is in use does not move it back in the list', async () => {
  const [ada, bo] = await Promise.all([person('ada', { server }), person('bo', { server })]);
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  await ada.call(msgSendtext, { dialog_id: id, text: 'hello' });
  const before = await ada.call(dialogOne, { dialog_id: id });
  const names = { username: null, profession: null, avatar_url: null, is_bot: false, is_gone: false };
  const said = { kind: 'text', type: 'html', edited_at: null, reply_to: null } as const;
  const history = (...created: string[]): ImportPlan =>
    completePlan({
      source: 'slack',
      people: [ada, bo].map(({ email }) => ({ external_id: email, nickname: email, email, ...names })),
      projects: [],
      dialogs: [
        {
          external_id: ada.email,
          type: 'direct',
          name: '',
          is_private: true,
          is_archived: false,
          members: [ada.email, bo.email],
          created_at: null,
          messages: created.map((created_at) => ({
            ...said,
            external_id: created_at,
            author: ada.email,
            text: '<p>psst</p>',
            created_at,
            reactions: [],
            files: [],
          })),
        },
      ],
      problems: [],
    });
  expect(await bringIn(history('2019-02-03T04:05:06.000Z'))).toMatchObject({ messages: 1 });
  expect(await ada.call(dialogOne, { dialog_id: id })).toMatchObject({ last_at: before.last_at });
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(await bringIn(history(later))).toMatchObject({ messages: 1 });
  const after = await ada.call(dialogOne, { dialog_id: id });
  expect(Date.parse(after.last_at ?? '')).toBeGreaterThan(Date.parse(before.last_at ?? ''));
});

describe.skipIf(!workspace)('a real Slack workspace', () => {
  test('is imported completely with order and people, and a second import changes nothing', async () => {
    const plan = await parseSlack(await folderFiles(workspace ?? ''));
    const before = await countAll();
    const created = await bringIn(plan);
    const after = await countAll();
    const { messages, reactions, attachments } = plan.counts;
    expect({ reactions: 0, attachments: 0, ...created }).toMatchObject({ messages, reactions, attachments });
    expect(Number(after.messages) - Number(before.messages)).toBe(plan.counts.messages);
    expect(await bringIn(plan)).toEqual({});
    expect(await countAll()).toEqual(after);

    for (const planned of plan.dialogs) {
      const rows = await server.app.db
        .selectFrom('messages')
        .innerJoin('dialogs', 'dialogs.id', 'messages.dialog_id')
        .select('messages.import_key')
        .where('dialogs.import_key', '=', `slack:${planned.external_id}`)
        .orderBy('messages.id')
        .execute();
      expect(rows.map((row) => row.import_key)).toEqual(
        planned.messages.map((message) => `slack:${planned.external_id}:${message.external_id}`),
      );
    }
  });
});

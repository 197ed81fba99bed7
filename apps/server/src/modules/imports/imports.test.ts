import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { systemCaller } from '../auth/admin.service.ts';
import { folderFiles } from './exportFiles.ts';
import type { ImportPlan } from './imports.plan.ts';
import { carryOut } from './imports.service.ts';
import { dataPath } from './imports.testing.ts';
import { parseSlack } from './slack.parse.ts';
import { parseTrello } from './trello.parse.ts';

const board = dataPath('trello-board-export/kanban-template.json');
const workspace = dataPath('slack-export');

/** A workspace of its own: what has been imported once does not come again. */
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_imports_')) });
  admin = await person('admin', { server });
});
afterAll(() => server.close());

async function bringIn(plan: ImportPlan) {
  return carryOut(server.app, { ...systemCaller, userid: admin.userid }, plan);
}

/** Everything an import may write, counted. */
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
  test('comes whole, and a second import changes nothing', async () => {
    const plan = parseTrello(await readFile(board ?? '', 'utf8'));
    const before = await countAll();
    const created = await bringIn(plan);
    const after = await countAll();
    const [project] = plan.projects;
    expect(created).toMatchObject({ projects: 1, columns: project?.columns.length, tasks: plan.counts.tasks });
    expect(Number(after.tasks) - Number(before.tasks)).toBe(plan.counts.tasks + plan.counts.checklist_items);
    expect(await bringIn(plan)).toEqual({});
    expect(await countAll()).toEqual(after);
  });
});

describe.skipIf(!workspace)('a real Slack workspace', () => {
  test('comes whole with its order and people, and a second import changes nothing', async () => {
    const plan = await parseSlack(await folderFiles(workspace ?? ''));
    const before = await countAll();
    const created = await bringIn(plan);
    const after = await countAll();
    expect(created.messages).toBe(plan.counts.messages);
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

import type { Client } from '@atrium/client/client.ts';
import { addTask, moveCards, removeTask, updateTask } from '@atrium/client/projects/projectActions.ts';
import { columnsOf, tasksOfColumn } from '@atrium/client/store/select.ts';
import {
  projectArchived,
  projectLog,
  projectPermissionUpdate,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskRemove, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { afterEach, expect, test } from 'vitest';
import { clientOn, type Network, TestHost } from '#testing/clients';
import { differences, viewOf } from '#testing/view';
import { refused, type TestClient, testServer, world } from '#testing/world';

/** Many devices on one board: whole client engines, each with its own connection. In the end all show the same. */
const open: Client[] = [];
afterEach(() => Promise.all(open.splice(0).map((client) => client.stop())));

async function device(owner: TestClient, projectId: number): Promise<Client> {
  const { base, server } = await testServer();
  const network: Network = {
    base: () => base,
    random: () => 1,
    loss: 0,
    async carry(url, { method, headers, body }) {
      const response = await server.inject({ method, url, headers, payload: body });
      return { status: response.statusCode, text: async () => response.payload };
    },
  };
  const client = clientOn(new TestHost(network));
  open.push(client);
  await client.start(owner.token);
  await client.opened.openProject(projectId);
  return client;
}

/** Everything is sent, and every event has arrived. */
async function quiet(): Promise<void> {
  const isCalm = () => open.every((client) => client.queue.pending === 0 && client.isIdle);
  await expect.poll(isCalm, { timeout: 30_000 }).toBe(true);
  await Promise.all(open.map((client) => client.handshake()));
  await expect.poll(isCalm, { timeout: 30_000 }).toBe(true);
}

const boardOf = (client: Client, projectId: number) =>
  columnsOf(client.store, projectId).map((column) => tasksOfColumn(client.store, column.id).map(({ id }) => id));

async function board(cards: number) {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id: project_id } = project;
  const ids: number[] = [];
  for (let n = 0; n < cards; n++) ids.push((await ada.call(taskAdd, { project_id, name: `Card ${n}` })).id);
  return { ada, bo, project, ids };
}

/** All of a person's devices show what a fresh one shows. */
async function expectEqual(owner: TestClient, clients: readonly Client[], projectId: number): Promise<void> {
  const fresh = await device(owner, projectId);
  const seen = { projectId, dialogIds: [] };
  for (const client of clients) {
    await expect.poll(() => differences(viewOf(client, seen), viewOf(fresh, seen)), { timeout: 10_000 }).toEqual([]);
  }
}

test('two people drag the same card at once: one position wins, and both see it', async () => {
  const { ada, bo, project, ids } = await board(3);
  const [a, b] = await Promise.all([device(ada, project.id), device(bo, project.id)]);
  const [, doing, done] = columnsOf(a.store, project.id);
  const [card = 0] = ids;
  const drag = (client: Client, column: number) =>
    client.mutate(moveCards, { project_id: project.id, sort: [{ id: column, task: [card] }] });
  const moves = [drag(a, doing?.id ?? 0), drag(b, done?.id ?? 0)];
  // Each sees their own change at once.
  expect(a.store.get('task', card)?.column_id).toBe(doing?.id);
  expect(b.store.get('task', card)?.column_id).toBe(done?.id);
  await Promise.all(moves);
  await quiet();
  const boards = () => [a, b].map((client) => JSON.stringify(boardOf(client, project.id)));
  await expect.poll(() => new Set(boards()).size).toBe(1);
  expect([doing?.id, done?.id]).toContain(a.store.get('task', card)?.column_id);
  await expectEqual(ada, [a], project.id);
  await expectEqual(bo, [b], project.id);
});

// covers C4-04
test('a task is deleted while another person edits it: the edit is refused, and the task is gone for both', async () => {
  const { ada, bo, project, ids } = await board(1);
  const [a, b] = await Promise.all([device(ada, project.id), device(bo, project.id)]);
  const [card = 0] = ids;
  const refusals: string[] = [];
  b.onRefused(({ error }) => refusals.push(error.msg));
  await a.mutate(removeTask, { task_id: card });
  const edit = b.mutate(updateTask, { task_id: card, name: 'Edited' }).catch((error: Error) => error);
  expect(await edit).toMatchObject(refused('task.gone'));
  await quiet();
  expect(refusals).toEqual([expect.stringContaining('task')]);
  expect(a.store.get('task', card)).toBeUndefined();
  expect(b.store.get('task', card)).toBeUndefined();
});

test('a project is archived while somebody works in it: their change is refused, and their board closes', async () => {
  const { ada, bo, project, ids } = await board(1);
  const b = await device(bo, project.id);
  await ada.call(projectArchived, { project_id: project.id });
  await expect(b.mutate(updateTask, { task_id: ids[0] ?? 0, name: 'Edited' })).rejects.toMatchObject(
    refused('task.archived'),
  );
  await expect(b.mutate(addTask, { project_id: project.id, name: 'New' })).rejects.toMatchObject(
    refused('project.gone'),
  );
  await quiet();
  expect(b.store.get('project', project.id)).toBeUndefined();
  expect(boardOf(b, project.id)).toEqual([]);
});

test('a member is removed while a task is open: their change is refused, and none of it remains', async () => {
  const { ada, bo, project, ids } = await board(1);
  const b = await device(bo, project.id);
  const [card = 0] = ids;
  await b.mutate(updateTask, { task_id: card, owner: [bo.userid] });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid] });
  await expect(b.mutate(updateTask, { task_id: card, name: 'Mine still' })).rejects.toMatchObject(refused('task.gone'));
  await quiet();
  expect(b.store.get('task', card)).toBeUndefined();
  const a = await device(ada, project.id);
  expect(a.store.get('task', card)).toMatchObject({ name: 'Card 0', task_user: [] });
});

test('a member loses their role in an open task: forbidden changes are refused, and they see the new assignees', async () => {
  const { ada, bo, project, ids } = await board(1);
  const b = await device(bo, project.id);
  const [card = 0] = ids;
  const asked = { project_id: project.id, task_update: [1, 3] };
  await ada.call(projectPermissionUpdate, asked);
  await ada.call(taskUpdate, { task_id: card, owner: [bo.userid] });
  await quiet();
  await b.opened.loadTask(card);
  await b.mutate(updateTask, { task_id: card, name: 'Mine' });
  // Typed before the news arrives: shown at once, and rolled back with the server's message.
  const refusals: string[] = [];
  b.onRefused(({ error }) => refusals.push(error.code));
  await ada.call(taskUpdate, { task_id: card, owner: [ada.userid] });
  const edit = b.mutate(updateTask, { task_id: card, name: 'Mine still' });
  expect(b.store.get('task', card)?.name).toBe('Mine still');
  await expect(edit).rejects.toMatchObject({ code: 'project.permission' });
  await quiet();
  expect(refusals).toEqual(['project.permission']);
  expect(b.store.get('task', card)).toMatchObject({ name: 'Mine', task_user: [{ userid: ada.userid }], owner: 0 });
  await expectEqual(bo, [b], project.id);
});

test('losing the role in a restricted task removes the task, and later changes to it fail', async () => {
  const { ada, bo, project, ids } = await board(2);
  const b = await device(bo, project.id);
  const [card = 0, other = 0] = ids;
  await ada.call(taskUpdate, { task_id: card, owner: [ada.userid], assist: [bo.userid], visibility: 2 });
  await quiet();
  await b.opened.loadTask(card);
  await ada.call(taskUpdate, { task_id: card, assist: [] });
  await expect(b.mutate(updateTask, { task_id: card, name: 'Mine still' })).rejects.toMatchObject(refused('task.gone'));
  await quiet();
  expect(b.store.get('task', card)).toBeUndefined();
  await expect(b.opened.loadTask(card)).rejects.toMatchObject(refused('task.gone'));
  expect(boardOf(b, project.id).flat()).toEqual([other]);
  await expectEqual(bo, [b], project.id);
});

test('losing a restricted task keeps a subtask of it that everyone sees', async () => {
  const { ada, bo, project, ids } = await board(1);
  const [card = 0] = ids;
  const part = await ada.call(taskAddsub, { task_id: card, name: 'Part' });
  const b = await device(bo, project.id);
  await ada.call(taskUpdate, { task_id: card, owner: [ada.userid], assist: [bo.userid], visibility: 2 });
  await ada.call(taskUpdate, { task_id: part.id, visibility: 1 });
  await quiet();
  expect(b.store.get('task', card)).toBeDefined();
  await ada.call(taskUpdate, { task_id: card, assist: [] });
  await expect(b.mutate(updateTask, { task_id: card, name: 'Mine' })).rejects.toMatchObject(refused('task.gone'));
  await quiet();
  expect(b.store.get('task', card)).toBeUndefined();
  expect(b.store.get('task', part.id)).toMatchObject({ name: 'Part' });
  await expectEqual(bo, [b], project.id);
  await ada.call(taskRemove, { task_id: card });
  await quiet();
  expect(b.store.get('task', part.id)).toBeUndefined();
});

const CLIENTS = 50;
const MOVES = 2;

test('fifty devices move cards at random: all boards are equal, and the log has every move', async () => {
  const { ada, bo, project, ids } = await board(20);
  const random = randomFrom(7);
  const clients: Client[] = [];
  for (let n = 0; n < CLIENTS; n += 10) {
    clients.push(...(await Promise.all(Array.from({ length: 10 }, (_, k) => device(k % 2 ? bo : ada, project.id)))));
  }
  const columns = columnsOf((clients[0] as Client).store, project.id).map(({ id }) => id);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const answers: Promise<'moved' | 'refused'>[] = [];
  for (let round = 0; round < MOVES; round++) {
    for (const client of clients) {
      const [card, column] = [pick(ids), pick(columns)];
      const order = tasksOfColumn(client.store, column)
        .map(({ id }) => id)
        .filter((id) => id !== card);
      order.splice(Math.floor(random() * (order.length + 1)), 0, card);
      const move = client.mutate(moveCards, { project_id: project.id, sort: [{ id: column, task: order }] });
      answers.push(
        move.then(
          () => 'moved',
          () => 'refused',
        ),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['moved']));
  await quiet();
  const [first] = clients;
  // An event may still wait for its receivers when its writer has the answer.
  for (const client of clients) {
    const boards = () => [boardOf(client, project.id), boardOf(first as Client, project.id)];
    await expect.poll(() => new Set(boards().map((board) => JSON.stringify(board))).size, { timeout: 10_000 }).toBe(1);
  }
  await expectEqual(ada, clients.slice(0, 1), project.id);
  expect(
    boardOf(first as Client, project.id)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(ids);
  const { total } = await ada.call(projectLog, { project_id: project.id, pagesize: 20 });
  // Besides the creation of the project, its people and cards.
  expect(total).toBeGreaterThanOrEqual(CLIENTS * MOVES + ids.length);
});

function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

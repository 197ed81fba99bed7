import type { Project } from '@atrium/contract/projects/projects.ts';
import { expect, test } from 'vitest';
import { createClient } from '../client.ts';
import { addColumn, addSubtask, updateColumn, updateTask } from '../projects/projectActions.ts';
import { FakeHost } from '../testing.ts';

const column = { id: 5, project_id: 1, name: 'Later', color: '', sort: 0, created_at: '', updated_at: '' };

function workspace() {
  const host = new FakeHost();
  const client = createClient(host, { base: '', language: 'en', version: '1', platform: 'test', preview: () => '' });
  client.store.base.project.put({ id: 1 } as Project);
  client.queue.start();
  const shown = () => client.store.all('column').map(({ name }) => name);
  return { host, client, shown };
}

test('an answer is applied at once', async () => {
  const { host, client, shown } = workspace();
  host.answer = () => JSON.stringify({ ret: 1, msg: '', data: column });
  void client.mutate(addColumn, { project_id: 1, name: 'Later' });
  await host.pass(0);
  expect(shown()).toEqual(['Later']);
  expect(client.store.base.column.get(5)).toMatchObject({ name: 'Later' });
});

test('an answer to a retry does not restore rows deleted since; the optimistic state shows until the next sync', async () => {
  const { host, client, shown } = workspace();
  host.answer = () => {
    throw new Error('lost');
  };
  void client.mutate(addColumn, { project_id: 1, name: 'Later' });
  await host.pass(0);
  expect(shown()).toEqual(['Later']);
  // It had arrived: the others hear of it, and one of them deletes it.
  client.store.base.column.put(column);
  client.store.base.column.remove(5);
  host.answer = () => JSON.stringify({ ret: 1, msg: '', data: column });
  await host.pass(1000);
  expect(host.requests).toHaveLength(2);
  expect(client.store.base.column.get(5)).toBeUndefined();
  expect(shown()).toEqual(['Later']);
});

test('a server whose database is briefly away is retried until it is back', async () => {
  const { host, client, shown } = workspace();
  host.answer = () => JSON.stringify({ ret: 0, msg: 'not ready', data: { code: 'database.away' } });
  const sent = client.mutate(addColumn, { project_id: 1, name: 'Later' });
  for (let second = 0; second < 60; second++) await host.pass(1000);
  expect(host.requests.length).toBeGreaterThan(4);
  expect(shown()).toEqual(['Later']);
  host.answer = () => JSON.stringify({ ret: 1, msg: '', data: column });
  for (let second = 0; second < 60; second++) await host.pass(1000);
  await expect(sent).resolves.toMatchObject({ name: 'Later' });
});

test('pending changes are listed, and discarded with everything that depends on them', async () => {
  const { host, client, shown } = workspace();
  host.answer = () => {
    throw new Error('lost');
  };
  client.store.base.column.put(column);
  void client.mutate(addColumn, { project_id: 1, name: 'Sooner' });
  const tempId = client.store.all('column').find(({ name }) => name === 'Sooner')?.id ?? 0;
  void client.mutate(updateColumn, { column_id: tempId, name: 'Soon' });
  void client.mutate(updateColumn, { column_id: 5, name: 'Last' });
  await host.pass(0);
  expect(shown().toSorted()).toEqual(['Last', 'Soon']);
  const waiting = client.queue.unsent();
  expect(waiting.map(({ name, input }) => [name, input['name']])).toEqual([
    ['addColumn', 'Sooner'],
    ['updateColumn', 'Soon'],
    ['updateColumn', 'Last'],
  ]);
  client.queue.takeBack(waiting[0]?.id ?? '');
  expect(shown()).toEqual(['Last']);
  const sent: unknown[] = [];
  host.answer = (url, init) => {
    sent.push([url.split('/').pop(), JSON.parse(init.body)]);
    return JSON.stringify({ ret: 1, msg: '', data: { ...column, name: 'Last' } });
  };
  await host.pass(60_000);
  expect(sent).toEqual([['update', expect.objectContaining({ column_id: 5, name: 'Last' })]]);
  expect(client.queue.unsent()).toEqual([]);
});

test('a change that ends while stored ones are read does not come back', async () => {
  const { host, client, shown } = workspace();
  host.answer = () => {
    throw new Error('lost');
  };
  await client.queue.restore();
  void client.mutate(addColumn, { project_id: 1, name: 'Discarded' });
  void client.mutate(addColumn, { project_id: 1, name: 'Later' });
  await host.pass(0);
  // The disk is slow: what is read is from before.
  const { get } = host.storage;
  const read = Promise.withResolvers<void>();
  host.storage.get = async (key) => {
    const value = await get(key);
    await read.promise;
    return value;
  };
  const restored = client.queue.restore();
  await host.pass(0);
  client.queue.discard(client.queue.unsent()[0]?.id ?? '');
  host.answer = () => JSON.stringify({ ret: 1, msg: '', data: column });
  client.queue.wake();
  await host.pass(0);
  read.resolve();
  await restored;
  expect(client.queue.unsent()).toEqual([]);
  expect(shown()).toEqual(['Later']);
});

test('refused texts are drafts again, after a reload too, unless something newer was typed', async () => {
  const before = workspace();
  before.host.answer = () => {
    throw new Error('lost');
  };
  const { client } = before;
  void client.mutate(updateTask, { task_id: 7, content: '<p>My plan</p>' });
  void client.mutate(updateTask, { task_id: 8, content: '<p>Old</p>' });
  void client.mutate(updateTask, { task_id: 9, content: '<p>Discarded</p>' });
  void client.mutate(addSubtask, { task_id: 7, name: 'Pack "it"' });
  await before.host.pass(0);
  client.queue.stop();

  const after = workspace();
  after.host.values = before.host.values;
  after.host.answer = () => JSON.stringify({ ret: 0, msg: 'Archived.', data: { code: 'task.archived' } });
  after.client.queue.stop();
  await after.client.queue.restore();
  const { drafts, queue } = after.client;
  queue.discard(queue.unsent()[2]?.id ?? '');
  drafts.write('t_8_desc', '<p>New</p>');
  queue.start();
  await after.host.pass(0);
  expect(queue.unsent()).toEqual([]);
  expect([7, 8, 9].map((id) => drafts.content(`t_${id}_desc`))).toEqual(['<p>My plan</p>', '<p>New</p>', '']);
  expect(drafts.content('form:subtask_7')).toBe('"Pack \\"it\\""');
});

import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { expect, test } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { testServer, world } from '#testing/world';

test('what a client opens before the workspace has started is there afterwards', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Not mine', owner: [bo.userid] });
  const { id: dialog } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const message = await bo.call(msgSendtext, { dialog_id: dialog, text: '<p>hello</p>' });

  const { base } = await testServer();
  const host = new TestHost({ base: () => base, random: () => 1, loss: 0 });
  // A screen may open before the workspace starts: on the first visit, and on one with stored state.
  for (const _visit of ['first', 'again']) {
    const client = clientOn(host);
    const opened = Promise.all([client.opened.openProject(project.id), client.opened.openDialog(dialog)]);
    await client.start(ada.token);
    await opened;
    expect(client.store.get('task', task.id)?.name).toBe('Not mine');
    expect(client.store.messagesOf(dialog).map(({ id }) => id)).toContain(message.id);
    await client.stop();
  }
});

// Five pages of twenty, in one answer.
// covers C4-15, C9-03
test('the list starts with the hundred latest conversations', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const made: number[] = [];
  for (let number = 1; number <= 101; number++)
    made.push((await ada.call(groupAdd, { userids: [bo.userid], chat_name: `Group ${number}` })).id);
  const { dialogs } = await ada.call(syncStart, {});
  expect(dialogs.map(({ id }) => id)).toEqual(made.slice(1).reverse());
});

test('the last three conversations stay complete, the others keep their newest thirty messages', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const made: number[] = [];
  for (const name of ['Long', 'Second', 'Third', 'Fourth'])
    made.push((await ada.call(groupAdd, { userids: [bo.userid], chat_name: name })).id);
  const [long = 0, ...others] = made;
  for (let n = 1; n <= 35; n++) await bo.call(msgSendtext, { dialog_id: long, text: `Line ${n}` });
  const { base } = await testServer();
  const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
  await client.start(ada.token);
  const visit = async (id: number) => {
    await client.opened.openDialog(id);
    client.opened.closeDialog(id);
  };
  const count = () => client.store.messagesOf(long).length;
  await client.opened.openDialog(long);
  await client.opened.loadOlder(long);
  client.opened.closeDialog(long);
  const all = count();
  expect(all).toBeGreaterThanOrEqual(35);
  for (const id of others.slice(0, 2)) await visit(id);
  expect(count()).toBe(all);
  // A conversation open on any screen stays complete.
  await client.opened.openDialog(long);
  for (const id of others) await visit(id);
  expect(count()).toBe(all);
  client.opened.closeDialog(long);
  for (const id of others) await visit(id);
  expect(count()).toBe(30);
  await client.stop();
});

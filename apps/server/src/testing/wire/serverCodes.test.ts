import { dialogOne, dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { projectOne } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskOne, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { TestClient, world } from '#testing/world';

const MISSING = 2_000_000_000;

// The codes -2 and -3 are in modules/messages/messages.test.ts, -1001 is the client's own (packages/client/src/api.test.ts).
// covers C5-01
test('every error code that clients know comes from a real answer', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const post = async (by: TestClient, path: string, input: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await by.raw(path, { method: 'POST', headers, body: JSON.stringify(input) })).ret;
  };
  // Not signed in: without a token and with a wrong one.
  const nobody = new TestClient(ada.base, '');
  expect(await post(nobody, 'users/info', {})).toBe(-1);
  nobody.token = 'wrong';
  expect(await post(nobody, 'users/info', {})).toBe(-1);
  expect(await post(ada, 'users/info', {})).toBe(1);

  // A project, a task and a conversation are gone: deleted, or another person's.
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  await ada.call(taskAddsub, { task_id: task.id, name: 'Pack' });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  for (const [by, ids] of [
    [ada, { project_id: MISSING, task_id: MISSING, dialog_id: MISSING }],
    [eve, { project_id: project.id, task_id: task.id, dialog_id }],
  ] as const) {
    expect(await post(by, projectOne.path, { project_id: ids.project_id })).toBe(-4001);
    expect(await post(by, taskOne.path, { task_id: ids.task_id })).toBe(-4002);
    expect(await post(by, dialogOne.path, { dialog_id: ids.dialog_id })).toBe(-4003);
  }
  // The client must reload the task: it has an open subtask.
  expect(await post(ada, taskUpdate.path, { task_id: task.id, complete_at: true })).toBe(-4004);
});

import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { columnUpdate, projectUpdate, projectUser } from '@atrium/contract/projects/projects.ts';
import * as t from '@atrium/contract/projects/tasks.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { expect, test } from 'vitest';
import { type TestClient, unique, world } from '#testing/world';

test('a list shows every change at once to every reader, despite caching', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const project_id = project.id;
  const task = await ada.call(t.taskAdd, {
    project_id,
    name: 'Paint the door',
    owner: [ada.userid],
    assist: [cy.userid],
  });
  const other = await ada.call(t.taskAdd, { project_id, name: 'Untouched' });
  const task_id = task.id;
  const { dialog_id } = await ada.call(t.taskDialog, { task_id });
  const said = await bo.call(msgSendtext, { dialog_id, text: 'Which color?' });
  let subtask = 0;

  const changes: Record<string, () => Promise<unknown>> = {
    name: () => ada.call(t.taskUpdate, { task_id, name: 'Paint the gate' }),
    'another owner': () => ada.call(t.taskUpdate, { task_id, owner: [bo.userid] }),
    'the same person in another role': () => ada.call(t.taskUpdate, { task_id, assist: [bo.userid], owner: [] }),
    'a subtask': async () => {
      subtask = (await ada.call(t.taskAddsub, { task_id, name: 'Buy paint' })).id;
    },
    'a subtask that is done': () => ada.call(t.taskUpdate, { task_id: subtask, complete_at: true }),
    'a message': () => ada.call(msgSendtext, { dialog_id, text: 'Green' }),
    'a message that is taken back': () => bo.call(msgWithdraw, { msg_id: said.id }),
    'the column by another name': () => ada.call(columnUpdate, { column_id: task.column_id, name: 'Soon' }),
    'the project by another name': () => ada.call(projectUpdate, { project_id, name: unique('Garden') }),
    'a member who has left with their part': () =>
      ada.call(projectUser, { project_id, userid: [ada.userid, cy.userid] }),
    'an owner again': () => ada.call(t.taskUpdate, { task_id, owner: [ada.userid] }),
    done: () => ada.call(t.taskUpdate, { task_id, complete_at: true }),
  };
  const seen = async (by: TestClient) => {
    const { data } = await by.call(t.taskLists, { project_id, parent_id: -1 });
    const { tasks: mine } = await by.call(syncStart, {});
    expect(mine).toEqual(expect.arrayContaining(data.filter((row) => !row.complete_at && (row.owner || row.assist))));
    return Promise.all(
      data.map(async (row) => {
        const alone = await by.call(t.taskOne, { task_id: row.id });
        expect(row).toEqual(Object.fromEntries(Object.keys(row).map((key) => [key, alone[key as 'id']])));
        return row;
      }),
    );
  };
  let before = await seen(ada);
  for (const [what, change] of Object.entries(changes)) {
    await change();
    const [after] = [await seen(ada), await seen(cy)];
    const of = (rows: typeof before, id: number) => rows.find((row) => row.id === id);
    expect(of(after, task_id), what).not.toEqual(of(before, task_id));
    if (!what.includes('by another name')) expect(of(after, other.id), what).toEqual(of(before, other.id));
    before = after;
  }
});

test('a cached task never shows one reader what only another may see', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id } = await ada.call(t.taskAdd, { project_id: project.id, name: 'Mine', owner: [ada.userid] });
  const listed = async (by: TestClient) => (await by.call(t.taskLists, { project_id: project.id })).data;
  expect(await listed(ada)).toMatchObject([{ id, owner: 1, assist: 0 }]);
  expect(await listed(bo)).toMatchObject([{ id, owner: 0, assist: 0 }]);
  await ada.call(t.taskUpdate, { task_id: id, visibility: 2 });
  expect(await listed(ada)).toMatchObject([{ id, visibility: 2 }]);
  expect(await listed(bo)).toEqual([]);
  await ada.call(t.taskUpdate, { task_id: id, assist: [bo.userid] });
  expect(await listed(bo)).toMatchObject([{ id, assist: 1 }]);
});

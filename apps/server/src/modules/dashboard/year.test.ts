import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd } from '@atrium/contract/files/drive.ts';
import { yearReview } from '@atrium/contract/people/yearReview.ts';
import { projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type TestClient, testServer, world } from '#testing/world';

/** A task of Ada's with these times; without `done` it is open. */
async function task(
  ada: TestClient,
  project_id: number,
  name: string,
  times: { start: string; done?: string; end?: string },
) {
  const { app } = await testServer();
  const { id } = await ada.call(taskAdd, { project_id, name, owner: [ada.userid] });
  if (times.done) await ada.call(taskUpdate, { task_id: id, complete_at: true });
  await sql`update tasks set created_at = ${times.start}::timestamptz, start_at = ${times.start}::timestamptz,
    complete_at = ${times.done ?? null}::timestamptz, end_at = ${times.end ?? null}::timestamptz where id = ${id}`.execute(
    app.db,
  );
}

test('a year counts what a person completed, when, where, and with whom they talked', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const year = (more: object = {}) => ada.call(yearReview, { year: 2024, ...more });
  expect(await year()).toMatchObject({
    user: { userid: ada.userid },
    longest_chat_user: null,
    projects: [],
    tasks: { total: 0, completed: 0, longest_task: null, month_completed_task: Array(12).fill(0) },
  });
  await task(ada, project.id, 'Slow', { start: '2023-11-01Z', done: '2024-02-03Z', end: '2024-02-01Z' });
  await task(ada, project.id, 'Quick', { start: '2024-03-01 08:00Z', done: '2024-03-01 08:30Z', end: '2024-03-05Z' });
  await task(ada, project.id, 'Open', { start: '2024-06-01Z' });
  await task(ada, project.id, 'Before', { start: '2023-01-01Z', done: '2023-12-31 22:30Z' });
  const found = await year();
  expect(found.tasks).toEqual({
    total: 3,
    completed: 2,
    overtime: 1,
    longest_task: expect.objectContaining({ name: 'Slow', seconds: 94 * 86_400 }) as unknown,
    fastest_task: expect.objectContaining({ name: 'Quick', seconds: 1800 }) as unknown,
    month_completed_task: [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  });
  expect(found.projects).toEqual([{ id: project.id, name: project.name, completed: 2 }]);
  // There it is January already.
  expect((await year({ timezone: 'Asia/Tokyo' })).tasks.month_completed_task.slice(0, 3)).toEqual([1, 1, 1]);
  for (const timezone of ['Nowhere/Town', '+02:00'])
    await expect(year({ timezone })).rejects.toMatchObject({ data: { code: 'parameter' } });
  expect((await bo.call(yearReview, { year: 2024 })).tasks.total).toBe(0);
});

test('a year counts direct messages and files, and forgets projects that a person has left', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const year = new Date().getUTCFullYear();
  for (const [other, texts] of [
    [bo, ['one', 'two', 'three']],
    [cy, ['one']],
  ] as const) {
    const { id } = await ada.call(dialogOpenUser, { userid: other.userid });
    for (const text of texts) await other.call(msgSendtext, { dialog_id: id, text });
  }
  await ada.call(driveAdd, { name: 'Notes', type: 'document' });
  await ada.call(driveAdd, { name: 'Box', type: 'folder' });
  await task(bo, project.id, 'Mine', { start: `${year}-01-01Z`, done: `${year}-01-02Z` });
  expect(await ada.call(yearReview, {})).toMatchObject({
    year,
    longest_chat_user: { userid: bo.userid, chat_num: 3 },
    file_created_num: 1,
    chat_al_num: 0,
  });
  expect((await bo.call(yearReview, {})).tasks.completed).toBe(1);
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, cy.userid] });
  const after = await bo.call(yearReview, {});
  expect([after.tasks.completed, after.projects]).toEqual([0, []]);
});

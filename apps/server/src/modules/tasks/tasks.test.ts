import { taskAdd, taskLists, taskOne, taskUpdate } from '@atrium/contract/tasks.ts';
import { expect, test } from 'vitest';
import { world } from '#testing/world';

const done = '2026-01-01 00:00:00';

test('finishing a task reaches members and no outsider', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [bo.userid] });

  await bo.call(taskUpdate, { task_id: task.id, complete_at: done });

  expect((await ada.hears('projectTask', 'update')).data).toMatchObject({ id: task.id, percent: 100 });
  await expect(eve.call(taskUpdate, { task_id: task.id, complete_at: done })).rejects.toMatchObject({ ret: -4002 });
  await eve.settled();
  expect(eve.heard().filter((kind) => kind.startsWith('projectTask'))).toEqual([]);
});

test('a task for chosen people is gone for the others, and comes when they are chosen', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Secret', owner: [bo.userid], visibility: 2 });

  await expect(cy.call(taskOne, { task_id: task.id })).rejects.toMatchObject({ ret: -4002 });
  expect((await cy.call(taskLists, { project_id: project.id })).data).toEqual([]);
  await ada.call(taskUpdate, { task_id: task.id, visibility: 3, visibility_appointor: [cy.userid] });
  expect((await cy.hears('projectTask', 'add')).data).toMatchObject({ id: task.id, owner: 0 });
  await ada.call(taskUpdate, { task_id: task.id, visibility: 2 });
  expect((await cy.hears('projectTask', 'delete')).data).toMatchObject({ ids: [task.id] });
});

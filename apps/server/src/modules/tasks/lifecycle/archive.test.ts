import { projectArchived } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskOne, taskRemove, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { world } from '#testing/world';

const done = '2026-01-01 00:00:00';

test('a task deleted while its project is archived is restored as an open one', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const add = (name: string) => ada.call(taskAdd, { project_id: project.id, name, owner: [ada.userid] });
  const [ship, crew] = [await add('Ship'), await add('Crew')];
  const part = await ada.call(taskAddsub, { task_id: ship.id, name: 'Pack' });
  await ada.call(projectArchived, { project_id: project.id });
  for (const { id } of [part, crew]) await ada.call(taskRemove, { task_id: id });
  await ada.call(projectArchived, { project_id: project.id, type: 'recovery' });
  for (const { id } of [part, crew]) {
    await ada.call(taskRemove, { task_id: id, type: 'recovery' });
    expect(await ada.call(taskOne, { task_id: id })).toMatchObject({ archived_at: null, deleted_at: null });
  }
  for (const { id } of [part, ship, crew]) {
    expect((await ada.call(taskUpdate, { task_id: id, complete_at: done })).complete_at).not.toBeNull();
  }
});

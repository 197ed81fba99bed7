import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { fileKey, msgSendfile } from '@atrium/contract/files/files.ts';
import { projectUser } from '@atrium/contract/projects/projects.ts';
import { taskBrowseClean, taskBrowseSave } from '@atrium/contract/projects/taskExtras.ts';
import { taskFiles } from '@atrium/contract/projects/taskLinks.ts';
import { taskAdd, taskDialog, taskRemove } from '@atrium/contract/projects/tasks.ts';
import { recentBrowse, recentDelete } from '@atrium/contract/workspace/recents.ts';
import { expect, test } from 'vitest';
import { type TestClient, world } from '#testing/world';

async function opens(who: TestClient, url: string): Promise<number> {
  const { key } = await who.call(fileKey, {});
  const answer = await fetch(`${url.replace('{{RemoteURL}}', `${who.base}/`)}?key=${encodeURIComponent(key)}`);
  await answer.arrayBuffer();
  return answer.status;
}
const addressOf = (file: { path?: unknown } | undefined) => `{{RemoteURL}}${String(file?.path)}`;

// covers C7-14
test('recent tasks and files come newest first with their location, and can be removed', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const add = (name: string) => ada.call(taskAdd, { project_id: project.id, name, owner: [ada.userid] });
  const [ship, gone] = [await add('Ship'), await add('Gone')];
  const { dialog_id } = await ada.call(taskDialog, { task_id: ship.id });
  await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'plan.txt' });
  const [plan] = await ada.call(taskFiles, { task_id: ship.id });
  const { id: pair } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const note = await ada.call(msgSendfile, { dialog_id: pair, image64: 'aGk=', filename: 'note.txt' });

  for (const { id } of [gone, ship]) await bo.call(taskBrowseSave, { task_id: id });
  expect(await opens(bo, addressOf(plan))).toBe(200);
  expect(await opens(bo, addressOf(note.msg))).toBe(200);
  expect(await opens(eve, addressOf(note.msg))).toBe(404);
  await bo.call(taskBrowseSave, { task_id: ship.id });

  const { list, total, page_size } = await bo.call(recentBrowse, {});
  expect([total, page_size]).toEqual([4, 20]);
  expect(list).toMatchObject([
    {
      type: 'task',
      id: ship.id,
      name: 'Ship',
      source_type: 'project',
      source_id: project.id,
      project_name: project.name,
    },
    { type: 'message_file', name: 'note.txt', size: 2, ext: 'txt', source_type: 'dialog', source_id: pair },
    { type: 'task_file', name: 'plan.txt', size: 5, source_type: 'project_task', task_id: ship.id, task_name: 'Ship' },
    { type: 'task', id: gone.id },
  ]);
  expect(list[1]?.dialog_name).toBeTruthy();
  expect(await opens(bo, list[1]?.url ?? '')).toBe(200);
  expect((await eve.call(recentBrowse, {})).list).toEqual([]);

  // By kind, by page; deleted ones are left out.
  expect((await bo.call(recentBrowse, { type: 'task_file' })).list.map(({ name }) => name)).toEqual(['plan.txt']);
  const second = await bo.call(recentBrowse, { page: 2, page_size: 3 });
  expect([second.list.length, second.total]).toEqual([1, 4]);
  await ada.call(taskRemove, { task_id: gone.id });
  expect((await bo.call(recentBrowse, { type: 'task' })).list.map(({ id }) => id)).toEqual([ship.id]);

  // Only one's own.
  const id = list[2]?.record_id ?? 0;
  await expect(ada.call(recentDelete, { id })).rejects.toMatchObject({ data: { code: 'recent.gone' } });
  await bo.call(recentDelete, { id });
  expect((await bo.call(recentBrowse, {})).list.map(({ name }) => name)).not.toContain('plan.txt');

  // Former members see neither the project's tasks nor their files.
  await opens(bo, addressOf(plan));
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid] });
  expect((await bo.call(recentBrowse, {})).list.map(({ name }) => name)).toEqual(['note.txt']);
  await bo.call(taskBrowseClean, { keep_count: 0 });
  expect((await bo.call(recentBrowse, {})).total).toBe(0);
});

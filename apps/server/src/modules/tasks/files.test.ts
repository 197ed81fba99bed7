import { fileKey, msgSendfile, uploadChunk, uploadInit, uploadMerge } from '@atrium/contract/files.ts';
import { msgWithdraw } from '@atrium/contract/messages.ts';
import { columnLists, projectLog } from '@atrium/contract/projects.ts';
import { taskFiledelete, taskFiles } from '@atrium/contract/taskLinks.ts';
import { taskAdd, taskCopy, taskDialog, taskLists, taskOne } from '@atrium/contract/tasks.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type TestClient, testServer, world } from '#testing/world';
import { collectFiles } from '../files/files.service.ts';

const refused = (code: string) => expect.objectContaining({ data: expect.objectContaining({ code }) });
const png = async () =>
  (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f5bd5' } })
      .png()
      .toBuffer()
  ).toString('base64');
async function statusOf(by: TestClient, url: string) {
  const { key } = await by.call(fileKey, {});
  return (await fetch(`${url.replace('{{RemoteURL}}', `${by.base}/`)}?key=${encodeURIComponent(key)}`)).status;
}

// covers C4-22
test('files sent to a task are kept with it, told to everyone, copied along, and deleted by its people', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { app } = await testServer();
  const { id: project_id } = project;
  const task = await ada.call(taskAdd, { project_id, name: 'Ship', owner: [ada.userid] });
  const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
  const named = async (by: TestClient, task_id = task.id) =>
    (await by.call(taskFiles, { task_id })).map(({ name, userid }) => [name, userid]);

  // A document always, a picture only where that is wished.
  const plan = await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'plan.txt' });
  await ada.call(msgSendfile, { dialog_id, image64: await png(), filename: 'chat.png' });
  await bo.call(msgSendfile, { dialog_id, image64: await png(), filename: 'kept.png', image_attachment: true });
  const told = await bo.hears('projectTask', 'upload', (frame) => frame.data['task_id'] === task.id);
  expect(told.data).toMatchObject({ file_num: 1 });
  expect(await named(bo)).toEqual([
    ['kept.png', bo.userid],
    ['plan.txt', ada.userid],
  ]);
  expect((await bo.call(taskOne, { task_id: task.id })).file_num).toBe(2);
  expect((await bo.call(taskLists, { project_id })).data[0]).toMatchObject({ file_num: 2 });
  const [kept, text] = await bo.call(taskFiles, { task_id: task.id });
  expect(kept).toMatchObject({ is_picture: true, width: 40, height: 30, thumb: expect.stringContaining('thumb') });
  expect(text).toMatchObject({ is_picture: false, size: 5, ext: 'txt' });
  await expect(eve.call(taskFiles, { task_id: task.id })).rejects.toEqual(refused('task.gone'));

  // In pieces too.
  const { upload_id } = await ada.call(uploadInit, { dialog_id, name: 'in pieces.csv', size: 3 });
  const body = new FormData();
  body.set('upload_id', upload_id);
  body.set('index', '0');
  body.set('blob', new Blob(['a,b']), 'blob');
  await ada.raw(uploadChunk.path, { method: 'POST', body });
  await ada.call(uploadMerge, { upload_id });
  expect((await named(bo))[0]).toEqual(['in pieces.csv', ada.userid]);

  // The message goes, what is kept with the task stays and opens for whoever sees the task.
  await ada.call(msgWithdraw, { msg_id: plan.id });
  await collectFiles(app, new Date(Date.now() + 3600_000));
  expect(await statusOf(bo, text?.url ?? '')).toBe(200);
  expect(await statusOf(eve, text?.url ?? '')).toBe(404);

  const columns = await ada.call(columnLists, { project_id });
  const copy = await ada.call(taskCopy, { task_id: task.id, project_id, column_id: columns.data[0]?.id ?? 0 });
  expect(copy.file_num).toBe(3);
  expect((await named(bo, copy.id)).length).toBe(3);

  await expect(bo.call(taskFiledelete, { file_id: text?.id ?? 0 })).rejects.toEqual(refused('project.permission'));
  await ada.call(taskFiledelete, { file_id: text?.id ?? 0 });
  const gone = await bo.hears('projectTask', 'filedelete', (frame) => frame.data['id'] === text?.id);
  expect(gone.data).toMatchObject({ task_id: task.id, file_num: 2 });
  expect((await named(bo)).map(([name]) => name)).toEqual(['in pieces.csv', 'kept.png']);
  expect((await ada.call(projectLog, { task_id: task.id })).data[0]).toMatchObject({
    detail: 'task.file_delete',
    record: { name: 'plan.txt', size: 5 },
  });
  await expect(ada.call(taskFiledelete, { file_id: text?.id ?? 0 })).rejects.toEqual(refused('file.gone'));
});

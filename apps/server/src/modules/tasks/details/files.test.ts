import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { fileKey, msgSendfile, uploadChunk, uploadInit, uploadMerge } from '@atrium/contract/files/files.ts';
import { columnLists, projectLog } from '@atrium/contract/projects/projects.ts';
import {
  type TaskPicture,
  taskFiledelete,
  taskFiledetail,
  taskFiles,
  taskPicture,
} from '@atrium/contract/projects/taskLinks.ts';
import {
  taskAdd,
  taskContent,
  taskCopy,
  taskDialog,
  taskLists,
  taskOne,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { refused, type TestClient, testServer, world } from '#testing/world';
import { collectFiles } from '../../files/files.service.ts';

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
test('files sent to a task are stored with it, announced, copied along, and deleted by its members', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { app } = await testServer();
  const { id: project_id } = project;
  const task = await ada.call(taskAdd, { project_id, name: 'Ship', owner: [ada.userid] });
  const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
  const named = async (by: TestClient, task_id = task.id) =>
    (await by.call(taskFiles, { task_id })).map(({ name, userid }) => [name, userid]);

  // A document always, a picture only on request.
  const plan = await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'plan.txt' });
  await ada.call(msgSendfile, { dialog_id, image64: await png(), filename: 'chat.png' });
  await bo.call(msgSendfile, { dialog_id, image64: await png(), filename: 'kept.png', image_attachment: true });
  const frame = await bo.receives('projectTask', 'upload', (frame) => frame.data['task_id'] === task.id);
  expect(frame.data).toMatchObject({ file_num: 1 });
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

  // Chunked uploads too.
  const { upload_id } = await ada.call(uploadInit, { dialog_id, name: 'in pieces.csv', size: 3 });
  const body = new FormData();
  body.set('upload_id', upload_id);
  body.set('index', '0');
  body.set('blob', new Blob(['a,b']), 'blob');
  await ada.raw(uploadChunk.path, { method: 'POST', body });
  await ada.call(uploadMerge, { upload_id });
  expect((await named(bo))[0]).toEqual(['in pieces.csv', ada.userid]);

  // Withdrawing the message keeps the task's file, which stays readable for people who see the task.
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
  const gone = await bo.receives('projectTask', 'filedelete', (frame) => frame.data['id'] === text?.id);
  expect(gone.data).toMatchObject({ task_id: task.id, file_num: 2 });
  expect((await named(bo)).map(([name]) => name)).toEqual(['in pieces.csv', 'kept.png']);
  expect((await ada.call(projectLog, { task_id: task.id })).data[0]).toMatchObject({
    word: 'task.file_delete',
    record: { name: 'plan.txt', size: 5 },
  });
  await expect(ada.call(taskFiledelete, { file_id: text?.id ?? 0 })).rejects.toEqual(refused('file.gone'));
});

test('a task file tells how it is previewed, has labels, and is fetched by its id', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', visibility: 2, owner: [ada.userid] });
  const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
  const keep = async (filename: string, bytes: Buffer) => {
    await ada.call(msgSendfile, { dialog_id, image64: bytes.toString('base64'), filename, image_attachment: true });
    return (await ada.call(taskFiles, { task_id: task.id }))[0]?.id ?? 0;
  };
  const shown = async (filename: string, bytes: Buffer) => {
    const { file_mode, content } = await ada.call(taskFiledetail, { file_id: await keep(filename, bytes) });
    return [file_mode, content];
  };
  const notes = '# Fährplan\n\n- 你好';
  expect(await shown('notes.md', Buffer.from(notes))).toEqual(['md', { type: 'md', content: notes }]);
  // As other systems encode it: with a byte order mark, in UTF-16, in the encoding of old Chinese files.
  expect(await shown('marked.txt', Buffer.from('\ufeffhello'))).toEqual(['text', { type: 'text', content: 'hello' }]);
  expect(await shown('wide.txt', Buffer.from('\ufeffhé', 'utf16le'))).toEqual([
    'text',
    { type: 'text', content: 'hé' },
  ]);
  expect(await shown('old.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))).toEqual([
    'text',
    { type: 'text', content: '你好' },
  ]);
  expect(await shown('run.SH', Buffer.from('echo 1'))).toEqual(['code', { content: 'echo 1' }]);
  // Files that only claim to be text, are too long, or are something else.
  expect(await shown('not.txt', Buffer.from([0x00, 0x01, 0x02]))).toEqual(['preview', {}]);
  expect(await shown('long.log', Buffer.alloc(2 * 1024 * 1024 + 1, 97))).toEqual(['preview', {}]);
  expect(await shown('sheet.xlsx', Buffer.from('x'))).toEqual(['office', {}]);
  expect(await shown('look.png', Buffer.from(await png(), 'base64'))).toEqual(['preview', {}]);

  const file_id = await keep('plan.txt', Buffer.from('hello'));
  const whole = await ada.call(taskFiledetail, { file_id });
  expect(whole).toMatchObject({ id: file_id, task_id: task.id, name: 'plan.txt', size: 5, userid: ada.userid });
  expect(await ada.call(taskFiledetail, { file_id, only_update_at: 'yes' })).toEqual({
    id: file_id,
    update_at: whole.update_at,
  });
  for (const other of [bo, eve])
    await expect(other.call(taskFiledetail, { file_id })).rejects.toEqual(refused('task.gone'));
  await expect(ada.call(taskFiledetail, { file_id: 2_000_000_000 })).rejects.toEqual(refused('file.gone'));

  const down = async (query: Record<string, string | number>, init: RequestInit = {}) => {
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`${ada.base}/api/project/task/filedown?${words.toString()}`, init);
    return [answer.status, answer.headers.get('content-disposition')?.split(';')[0], await answer.text()];
  };
  const as = (who: TestClient) => ({ headers: { token: who.token } });
  expect(await down({ file_id }, as(ada))).toEqual([200, 'attachment', 'hello']);
  expect(await down({ file_id, token: ada.token })).toEqual([200, 'attachment', 'hello']);
  expect(await down({ file_id, key: (await ada.call(fileKey, {})).key })).toEqual([200, 'attachment', 'hello']);
  const body = new URLSearchParams({ file_id: String(file_id) });
  expect(await down({}, { ...as(ada), method: 'POST', body })).toEqual([200, 'attachment', 'hello']);
  const [picture] = (await ada.call(taskFiles, { task_id: task.id })).filter(({ is_picture }) => is_picture);
  const looked = await down({ file_id: picture?.id ?? 0, down: 'preview' }, as(ada));
  expect(looked.slice(0, 2)).toEqual([200, 'inline']);
  const none = [403, undefined, 'forbidden'];
  for (const other of [bo, eve]) expect(await down({ file_id }, as(other))).toEqual(none);
  const { token } = ada;
  const wrong: Record<string, string | number>[] = [
    { file_id },
    { file_id, token: 'x' },
    { file_id: 'x', token },
    { token },
  ];
  for (const query of wrong) expect(await down(query)).toEqual(none);
});

test('a picture uploads before the task whose description shows it, and belongs to that task only', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { app } = await testServer();
  const { id: project_id } = project;
  const upload = async (by: TestClient, bytes: Blob) => {
    const body = new FormData();
    body.set('project_id', String(project_id));
    body.set('files', bytes, 'pier.png');
    return (await by.raw(taskPicture.path, { method: 'POST', body })).data;
  };
  const picture = new Blob([Buffer.from(await png(), 'base64')]);
  const stored = async () => (await upload(ada, picture)) as unknown as TaskPicture;
  const shown = ({ url }: TaskPicture) => `<p>Here</p><p><img src="${url}" alt="pier.png"></p>`;

  expect(await upload(eve, picture)).toMatchObject({ code: 'project.gone' });
  expect(await upload(ada, new Blob(['no picture']))).toMatchObject({ code: 'file.not_picture' });
  const one = await stored();
  expect(one).toMatchObject({ name: 'pier.png', width: 40, height: 30 });
  expect(await statusOf(bo, one.url)).toBe(404);
  // Another person's unused picture does not open by being named.
  const guess = await bo.call(taskAdd, { project_id, name: 'Guess', content: shown(one) });
  expect([guess.file_num, await statusOf(bo, one.url)]).toEqual([0, 404]);

  const task = await ada.call(taskAdd, { project_id, name: 'Pier', content: shown(one) });
  expect(task.file_num).toBe(1);
  expect((await bo.receives('projectTask', 'add', (frame) => frame.data['id'] === task.id)).data).toMatchObject({
    file_num: 1,
  });
  expect(await bo.call(taskFiles, { task_id: task.id })).toMatchObject([{ name: 'pier.png', userid: ada.userid }]);
  expect(await statusOf(bo, one.url)).toBe(200);
  expect(await statusOf(eve, one.url)).toBe(404);

  // Also in edited descriptions, once.
  const [two, left] = [await stored(), await stored()];
  for (const round of [1, 2]) {
    const content = shown(one) + shown(two) + round;
    await ada.call(taskUpdate, { task_id: task.id, content });
  }
  expect((await bo.receives('projectTask', 'upload', (frame) => frame.data['task_id'] === task.id)).data).toMatchObject(
    {
      file_num: 2,
    },
  );
  expect((await bo.call(taskOne, { task_id: task.id })).file_num).toBe(2);
  // A picture that no description shows is deleted.
  await collectFiles(app, new Date(Date.now() + 11 * 60_000));
  const names = await app.db.selectFrom('stored_files').select('token').where('userid', '=', ada.userid).execute();
  const isThere = ({ url }: TaskPicture) => names.some(({ token }) => url.includes(token));
  expect([one, two, left].map(isThere)).toEqual([true, true, false]);
});

test('a picture in a description becomes a file of the task', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const inline = async (alt: string) => `<p><img alt="${alt}" src="data:image/png;base64,${await png()}"></p>`;
  const add = (content: string) => ada.call(taskAdd, { project_id: project.id, name: 'Pier', content });
  const task = await add(`${await inline('one')}<p>between</p>${await inline('two')}`);
  const read = async () => (await bo.call(taskContent, { task_id: task.id })).content ?? '';
  const addresses = [...(await read()).matchAll(/src="(\{\{RemoteURL\}\}file\/[^"]+)"/g)].map(([, url = '']) => url);
  expect(addresses).toHaveLength(2);
  expect(new Set(addresses).size).toBe(2);
  expect(await Promise.all(addresses.map((url) => statusOf(bo, url)))).toEqual([200, 200]);
  expect([task.file_num, await read()]).toEqual([2, expect.stringMatching(/one.*between.*two/s)]);
  const update = await ada.call(taskUpdate, { task_id: task.id, content: (await read()) + (await inline('three')) });
  expect(update.file_num).toBe(3);
  // Absent fields stay.
  await ada.call(taskUpdate, { task_id: task.id, name: 'Quay' });
  expect(await read()).toMatch('three');
  await expect(add('<img src="data:image/png;base64,bm8=">')).rejects.toEqual(refused('file.not_picture'));
});

import { dialogOne, groupAdd, groupEdit } from '@atrium/contract/chat/dialogs.ts';
import { imageUpload, logoSave } from '@atrium/contract/people/avatars.ts';
import { userEditdata, userInfo } from '@atrium/contract/people/profile.ts';
import { regNeedinvite } from '@atrium/contract/people/signUp.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { administrator, refused, type TestClient, testServer, world } from '#testing/world';
import { collectFiles } from '../files/files.service.ts';

async function upload(by: TestClient, color = '#4f5bd5') {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(bytes)]), 'me.jpg');
  const answer = await by.raw('system/imgupload', { method: 'POST', body });
  expect(answer).toMatchObject({ ret: 1 });
  return answer.data as {
    path: string;
    url: string;
    thumb: string;
    width: number;
    height: number;
    ext: string;
    name: string;
  };
}
const shownTo = async (by: TestClient, userid: number) => (await by.call(userBasic, { userid: [userid] }))[0]?.userimg;

test('a user uploads an avatar; everybody sees it without a key', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const kept = await upload(ada);
  expect(kept).toMatchObject({ name: 'me.jpg', width: 900, height: 600, ext: 'jpg' });
  expect(await shownTo(bo, ada.userid)).toContain('/avatar/');
  for (const userimg of [kept.path, kept.url, [{ path: kept.path }]]) {
    await ada.call(userEditdata, { userimg: '' });
    expect(await shownTo(bo, ada.userid)).toContain('/avatar/');
    await ada.call(userEditdata, { userimg });
    expect(await shownTo(bo, ada.userid)).toMatch(new RegExp(`${kept.path}/thumb$`));
  }
  // A client that sends back the address it got changes nothing.
  await ada.call(userEditdata, { userimg: (await ada.call(userInfo, {})).userimg, profession: 'Baker' });
  const [small, whole] = await Promise.all(['/thumb', ''].map((end) => fetch(`${ada.base}/${kept.path}${end}`)));
  expect([small?.status, small?.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect([whole?.status, whole?.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(whole?.headers.get('content-security-policy')).toContain('sandbox');
  const again = await fetch(`${ada.base}/${kept.path}`, {
    headers: { 'if-none-match': whole?.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect((await fetch(`${ada.base}/picture/nobodyhasthisone/thumb`)).status).toBe(404);
  expect((await fetch(`${ada.base}/${kept.path}/other`)).status).toBe(404);
});

test('only the user’s own upload becomes their avatar', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { path } = await upload(bo);
  const bad = [
    path,
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'picture/../api/users/info',
    'file/thumb/abc',
    7,
    {},
  ];
  for (const userimg of bad) {
    await expect(ada.call(userEditdata, { userimg }), JSON.stringify(userimg)).rejects.toMatchObject({
      data: { code: 'parameter' },
    });
  }
  await ada.call(userEditdata, { userimg: `${ada.base}/avatar/Ada.svg` });
  const refused = await ada.raw('system/imgupload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ image64: 'aGVsbG8=', filename: 'a.png' }),
  });
  expect(refused).toMatchObject({ data: { code: 'file.not_picture' } });
  await expect(ada.call(imageUpload, {})).rejects.toMatchObject({ data: { code: 'parameter.missing' } });
});

test('the last ten avatars and the current one stay; older files are deleted', async () => {
  const { app } = await testServer();
  const { ada } = await world({ members: ['ada'] });
  const first = await upload(ada);
  await ada.call(userEditdata, { userimg: first.path });
  const second = await upload(ada, '#ff0000');
  for (let n = 0; n < 10; n++) await upload(ada, `#0000${(16 + n).toString(16)}`);
  const status = async ({ path }: { path: string }) => (await fetch(`${ada.base}/${path}`)).status;
  expect([await status(first), await status(second)]).toEqual([200, 404]);
  const count = async () => {
    const { n } = await app.db
      .selectFrom('stored_files')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('userid', '=', ada.userid)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  expect(await count()).toBe(12);
  await app.db
    .updateTable('stored_files')
    .set({ created_at: new Date(Date.now() - 10 * 86_400_000) })
    .where('userid', '=', ada.userid)
    .execute();
  await collectFiles(app);
  expect(await count()).toBe(11);
  expect(await status(first)).toBe(200);
});

test('a group shows the avatar its owner chose until another is chosen', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Yard' });
  const shown = async () => (await bo.call(dialogOne, { dialog_id })).avatar;
  const { path } = await upload(ada);
  expect(await ada.call(groupEdit, { dialog_id, avatar: path })).toEqual({
    id: dialog_id,
    avatar: expect.stringMatching(new RegExp(`${path}/thumb$`)),
  });
  await ada.call(groupEdit, { dialog_id, chat_name: 'Court' });
  expect(await shown()).toMatch(new RegExp(`${path}/thumb$`));
  const own = await upload(bo);
  await expect(bo.call(groupEdit, { dialog_id, avatar: own.path })).rejects.toMatchObject({
    data: { code: 'dialog.owner' },
  });
  for (const avatar of [own.path, 'https://evil.example/x.png']) {
    await expect(ada.call(groupEdit, { dialog_id, avatar })).rejects.toMatchObject({ data: { code: 'parameter' } });
  }
  for (let n = 0; n < 11; n++) await upload(ada, `#0000${(16 + n).toString(16)}`);
  expect((await fetch(`${ada.base}/${path}/thumb`)).status).toBe(200);
  await ada.call(groupEdit, { dialog_id, avatar: '' });
  expect(await shown()).toBe('');
});

test('everyone sees the logo that an administrator chose, also before signing in', async () => {
  const { app } = await testServer();
  const { ada } = await world({ members: ['ada'] });
  const admin = await administrator();
  const shown = async () => [(await ada.call(systemSetting, {})).system_logo, (await ada.call(regNeedinvite, {})).logo];
  const { path } = await upload(admin);
  await expect(ada.call(logoSave, { logo: path })).rejects.toMatchObject(refused('forbidden'));
  await expect(admin.call(logoSave, { logo: (await upload(ada)).path })).rejects.toMatchObject({
    data: { code: 'parameter' },
  });
  const { system_logo } = await admin.call(logoSave, { logo: path });
  expect(system_logo).toMatch(new RegExp(`${path}/thumb$`));
  expect(await shown()).toEqual([system_logo, system_logo]);
  // Other settings keep it, and so does the collector, though the picture is no longer among the administrator's.
  await admin.call(systemSetting, { type: 'save', system_welcome: 'Hello' });
  for (let n = 0; n < 12; n++) await upload(admin, `#0000${(16 + n).toString(16)}`);
  await app.db
    .updateTable('stored_files')
    .set({ created_at: new Date(Date.now() - 10 * 86_400_000) })
    .where('userid', '=', admin.userid)
    .execute();
  await collectFiles(app);
  expect((await fetch(`${ada.base}/${path}/thumb`)).status).toBe(200);
  expect(await shown()).toEqual([system_logo, system_logo]);
  await admin.call(logoSave, { logo: '' });
  await admin.call(systemSetting, { type: 'save', system_welcome: '' });
  expect(await shown()).toEqual(['', '']);
});

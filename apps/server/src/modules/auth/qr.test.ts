import { userOperation } from '@atrium/contract/people/accounts.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { loginQrcode } from '@atrium/contract/people/qrLogin.ts';
import { deviceList } from '@atrium/contract/people/sessions.ts';
import { expect, test } from 'vitest';
import { administrator, person, TestClient, testServer, unique } from '#testing/world';

const aCode = () => unique('c'.repeat(32));
const visitor = async () => new TestClient((await testServer()).base);

test('a device that shows a QR code is signed in once by another device that confirms it', async () => {
  await administrator();
  const ada = await person('ada');
  const [desk, thief] = [await visitor(), await visitor()];
  const code = aCode();
  const waiting = { data: { code: 'login.qr_waiting' } };
  await expect(desk.call(loginQrcode, { code })).rejects.toMatchObject(waiting);
  await expect(desk.call(loginQrcode, { code, type: 'login' })).rejects.toMatchObject({
    data: { code: 'auth.required' },
  });
  expect(await ada.call(loginQrcode, { code, type: 'login' })).toEqual({});
  // Another person's confirmation does not replace it.
  const bo = await person('bo');
  await expect(bo.call(loginQrcode, { code, type: 'login' })).rejects.toMatchObject({
    data: { code: 'login.qr_used' },
  });
  const before = (await ada.call(userInfo, {})).login_num;
  const profile = await desk.call(loginQrcode, { code, type: 'status' });
  expect(profile).toMatchObject({ userid: ada.userid, login_num: before + 1 });
  expect(profile.token).not.toBe(ada.token);
  desk.token = profile.token ?? '';
  expect((await desk.call(deviceList, {})).list).toHaveLength(2);
  await expect(thief.call(loginQrcode, { code })).rejects.toMatchObject(waiting);
});

test('a confirmation is valid for 30 s and lets in one of several waiting devices', async () => {
  await administrator();
  const { app } = await testServer();
  const ada = await person('ada');
  const desk = await visitor();
  const code = aCode();
  await ada.call(loginQrcode, { code, type: 'login' });
  const age = (seconds: number) =>
    app.db
      .updateTable('login_codes')
      .set({ created_at: new Date(Date.now() - seconds * 1000) })
      .where('userid', '=', ada.userid)
      .execute();
  await age(31);
  await expect(desk.call(loginQrcode, { code })).rejects.toMatchObject({ data: { code: 'login.qr_waiting' } });
  await age(20);
  const asked = await Promise.allSettled([1, 2, 3, 4].map(() => desk.call(loginQrcode, { code })));
  expect(asked.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
});

test('a disabled account is not let in by QR code; a short code is refused', async () => {
  const admin = await administrator();
  const ada = await person('ada');
  const desk = await visitor();
  const code = aCode();
  await ada.call(loginQrcode, { code, type: 'login' });
  await admin.call(userOperation, { userid: ada.userid, type: 'setdisable' });
  // It ended with the account's sessions: nobody has confirmed it anymore.
  await expect(desk.call(loginQrcode, { code })).rejects.toMatchObject({ data: { code: 'login.qr_waiting' } });
  await expect(desk.call(loginQrcode, { code: 'c'.repeat(31) })).rejects.toMatchObject({
    data: { code: 'parameter.short' },
  });
});

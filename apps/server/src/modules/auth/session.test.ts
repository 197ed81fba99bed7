import { userEditdata, userFirstSteps, userInfo } from '@atrium/contract/people/profile.ts';
import { deviceList, deviceLogout } from '@atrium/contract/people/sessions.ts';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { cloneTemplate } from '#testing/database';
import { anotherDevice, PASSWORD, person, refused, startServer, TestClient, testServer, unique } from '#testing/world';

test('the chosen language changes only when a request names another one', async () => {
  const { app, sessions } = await testServer();
  const ada = await person('ada');
  const chosen = async () => {
    await sessions.settled();
    return (await app.db.selectFrom('users').select('lang').where('userid', '=', ada.userid).executeTakeFirst())?.lang;
  };
  await app.db.updateTable('users').set({ lang: 'de' }).where('userid', '=', ada.userid).execute();
  await ada.call(userInfo, {}, { 'accept-language': 'fr' });
  expect(await chosen()).toBe('de');
  await anotherDevice(ada);
  expect(await chosen()).toBe('de');
  await ada.call(userInfo, {}, { language: 'klingon' });
  expect(await chosen()).toBe('de');
  await anotherDevice(ada, { language: 'ja' });
  expect(await chosen()).toBe('ja');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await ada.call(userInfo, {}, { language: 'ko' });
  expect(await chosen()).toBe('ko');
  expect((await ada.call(userEditdata, { lang: 'ru' })).lang).toBe('ru');
  // Mails show them: a line break would look like a line of ours.
  for (const input of [{ nickname: 'Hiro\r\nBcc: a@b.c' }, { profession: 'Cook\u2028of the day' }]) {
    await expect(ada.call(userEditdata, input), JSON.stringify(input)).rejects.toMatchObject({
      data: { code: 'parameter' },
    });
  }
});

test('first steps are the same on every device, and what is over stays over', async () => {
  const { app } = await testServer();
  const [ada, bo, cy] = [await person('ada'), await person('bo'), await person('cy')];
  const admins = [ada.userid, bo.userid];
  const setIdentity = (identity: string[]) =>
    app.db.updateTable('users').set({ identity }).where('userid', 'in', admins).execute();
  await setIdentity(['admin']);
  for (const each of [ada, bo]) each.token = (await anotherDevice(each)).token;
  const stepsOf = async (each: TestClient) => {
    const { setup_step, tour, start_hidden } = await (await anotherDevice(each)).call(userInfo, {});
    return { setup_step, tour, start_hidden };
  };
  await ada.call(userFirstSteps, { step: 'people' });
  await cy.call(userFirstSteps, { step: 'you', tour: 'wanted' });
  expect(await stepsOf(cy)).toEqual({ setup_step: 'you', tour: 'wanted', start_hidden: false });
  // Administrators set up one workspace.
  expect(await stepsOf(bo)).toMatchObject({ setup_step: 'people' });
  await bo.call(userFirstSteps, { step: 'done' });
  await ada.call(userFirstSteps, { step: 'workspace' });
  expect(await stepsOf(ada)).toMatchObject({ setup_step: 'done' });
  await cy.call(userFirstSteps, { tour: 'over', start_hidden: true });
  await cy.call(userFirstSteps, { tour: 'wanted', start_hidden: false });
  expect(await stepsOf(cy)).toEqual({ setup_step: 'you', tour: 'over', start_hidden: true });
  await expect(cy.call(userFirstSteps, { step: 'elsewhere' as 'you' })).rejects.toMatchObject(refused('parameter'));
  // Other files' tests have one administrator.
  await setIdentity([]);
});

test('a connection whose sign-in ends gets a message in its language', async () => {
  const ada = await person('ada');
  const desk = await (await anotherDevice(ada)).listen({ language: 'de' });
  const { list } = await ada.call(deviceList, {});
  await ada.call(deviceLogout, { id: list.find((device) => !device.is_current)?.id ?? 0 });
  expect((await desk.receives('error')).data.error).toBe('Deine Sitzung ist abgelaufen. Melde dich erneut an.');
});

test('a server that stops with open pages records when their users were last seen', async () => {
  const databaseUrl = await cloneTemplate(unique('atrium_seen_'));
  const server = await startServer({ databaseUrl });
  const ada = await person('ada', { server, live: true });
  await server.sessions.settled();
  await server.app.db.updateTable('users').set({ line_at: null }).execute();
  await server.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select line_at from users where userid = $1', [ada.userid]);
  await client.end();
  expect(rows).toEqual([{ line_at: expect.any(Date) }]);
});

test('a password change ends the old token, also for open connections; the device continues with the new one', async () => {
  const { base } = await testServer();
  const ada = await person('ada');
  const tab = await sameDevice(ada).listen();
  const closed = new Promise<number>((resolve) => tab.socket?.on('close', resolve));
  const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
  await client.start(ada.token);
  await vi.waitFor(() => expect(client.state).toBe('ready'));
  const states: string[] = [];
  client.onState((state) => states.push(state));
  const profile = await client.changePassword({ oldpass: PASSWORD, newpass: 'Another-way-8' });
  expect(client.api.token).toBe(profile.token);
  expect(profile.token).not.toBe(ada.token);
  // No error frame: the holder of the new token reconnects.
  expect([await closed, tab.frames.some(({ type }) => type === 'error')]).toEqual([4002, false]);
  await expect(ada.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await expect(sameDevice(ada).listen()).rejects.toThrow(/no open/);
  expect(await client.api.call(userInfo, {})).toMatchObject({ userid: ada.userid, token: profile.token });
  expect(await client.handshake()).toBe(true);
  expect(states).not.toContain('ended');
  await client.stop();
});

function sameDevice(of: TestClient): TestClient {
  const tab = new TestClient(of.base, of.email);
  tab.token = of.token;
  return tab;
}

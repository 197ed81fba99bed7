import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { draftLists, draftSave } from '@atrium/contract/chat/drafts.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { anotherDevice, refused, testServer, world } from '#testing/world';
import { forgetEmptied } from './drafts.service.ts';

const stage = () => world({ members: ['ada', 'bo'], outsiders: ['eve'] });

test('a draft is private to its writer', async () => {
  const { ada, bo, eve, project } = await stage();
  const key = String(project.dialog_id);
  const saved = await ada.call(draftSave, { key, content: '<p>begun</p>', quote_type: 'reply', quote_id: 7 });
  expect(saved).toEqual({ key, time: expect.any(Number), is_newest: true });
  const { list } = await (await anotherDevice(ada)).call(draftLists, {});
  expect(list).toEqual([{ key, content: '<p>begun</p>', quote_type: 'reply', quote_id: 7, time: saved.time }]);
  expect((await bo.call(draftLists, {})).list).toEqual([]);
  expect((await eve.call(draftLists, { keys: [key] })).list).toEqual([]);
  expect([...bo.frameNames(), ...eve.frameNames()].filter((frame) => JSON.stringify(frame).includes('draft'))).toEqual(
    [],
  );
  await expect(eve.call(draftSave, { key, content: 'x' })).rejects.toMatchObject(refused('dialog.gone'));
  for (const wrong of ['', '0', 'q_7', 't_7_desc', '../1']) {
    await expect(ada.call(draftSave, { key: wrong, content: 'x' })).rejects.toMatchObject(refused('parameter'));
  }
  await expect(ada.call(draftSave, { key: '9999999999', content: 'x' })).rejects.toMatchObject(refused('dialog.gone'));
  await expect(ada.call(draftSave, { key: 't_9999999999', content: 'x' })).rejects.toMatchObject(refused('task.gone'));
});

test('the latest draft wins in any order of arrival; a cleared draft stays cleared', async () => {
  const { ada, project } = await stage();
  const key = String(project.dialog_id);
  const now = async () => (await ada.call(draftLists, {})).list.map((draft) => draft.content);
  await ada.call(draftSave, { key, content: 'at noon', age: 3000 });
  const late = await ada.call(draftSave, { key, content: 'in the morning, and told later', age: 3_600_000 });
  expect(late.is_newest).toBe(false);
  expect(await now()).toEqual(['at noon']);
  await ada.call(draftSave, { key, content: '', age: 1000 });
  expect(await now()).toEqual([]);
  expect(await ada.call(draftSave, { key, content: 'from a device that was away', age: 2000 })).toMatchObject({
    is_newest: false,
  });
  expect(await now()).toEqual([]);
  expect((await ada.call(draftLists, { keys: [key] })).list).toMatchObject([{ key, content: '' }]);
  // Long after clearing, the marker may be deleted; drafts with text stay.
  const { app } = await testServer();
  await ada.call(draftSave, {
    key: `t_${(await ada.call(taskAdd, { project_id: project.id, name: 'Ship' })).id}`,
    content: 'old',
    age: 2_147_483_647,
  });
  await app.db
    .updateTable('drafts')
    .set({ written_at: new Date(Date.now() - 61 * 86_400_000) })
    .where('userid', '=', ada.userid)
    .execute();
  await forgetEmptied(app.db);
  expect((await ada.call(draftLists, { keys: [key] })).list).toEqual([]);
  expect(await now()).toEqual(['old']);
});

test('a draft appears on every device, and is removed everywhere once it is sent', async () => {
  const { ada, bo } = await stage();
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const { base } = await testServer();
  const device = async () => {
    const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
    await client.start(ada.token);
    await expect.poll(() => client.state).toBe('ready');
    return client;
  };
  const key = String(id);
  const [desk, phone, tablet] = [await device(), await device(), await device()];
  desk.drafts.write(key, '<p>I will be</p>');
  desk.drafts.quote(key, { type: 'reply', content: 12 });
  for (const other of [phone, tablet]) {
    await expect.poll(() => other.drafts.get(key)).toMatchObject({ content: '<p>I will be</p>', tag: true });
    expect(other.drafts.quoteOf(key)).toMatchObject({ type: 'reply', content: 12 });
  }
  phone.drafts.remove(key);
  phone.drafts.quote(key, null);
  await expect.poll(() => [tablet.drafts.content(key), tablet.drafts.quoteOf(key)]).toEqual(['', undefined]);
  // One device was offline when it was begun, and one starts now.
  await tablet.stop();
  desk.drafts.close(key, '<p>begun meanwhile</p>');
  await expect.poll(() => phone.drafts.content(key)).toBe('<p>begun meanwhile</p>');
  await tablet.start(ada.token);
  await expect.poll(() => tablet.drafts.content(key)).toBe('<p>begun meanwhile</p>');
  const fresh = await device();
  await expect.poll(() => fresh.drafts.content(key)).toBe('<p>begun meanwhile</p>');
  await Promise.all([desk, phone, tablet, fresh].map((client) => client.stop()));
});

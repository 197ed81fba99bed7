import { userStatus } from '@atrium/contract/people/profile.ts';
import { reminderAdd, reminderDelete, reminderList } from '@atrium/contract/people/reminders.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { expect, test } from 'vitest';
import { endStatuses } from '#modules/users/status.service';
import { wireTime } from '#platform/time/time';
import { person, testServer } from '#testing/world';
import { sendDue } from './reminders.service.ts';

test('a reminder comes as a message when it is due, once', async () => {
  const ada = await person('ada', { live: true });
  const bo = await person('bo');
  const { app } = await testServer();
  const inMinutes = (minutes: number) => wireTime(new Date(Date.now() + minutes * 60_000));
  await ada.call(reminderAdd, { text: 'Call <b>Carla</b>', at: inMinutes(10) });
  const hour = inMinutes(60);
  const later = await ada.call(reminderAdd, { text: 'Water the plants', at: hour });
  // The requested minute, at any second of it.
  expect(later.at).toBe(`${hour.slice(0, 16)}:00`);
  for (const at of [inMinutes(-1), inMinutes(6 * 366 * 24 * 60), 'soon']) {
    const refusal = { data: { code: 'reminder.time' } };
    await expect(ada.call(reminderAdd, { text: 'Never', at })).rejects.toMatchObject(refusal);
  }
  expect((await ada.call(reminderList, {})).list.map(({ text }) => text)).toEqual([
    'Call <b>Carla</b>',
    'Water the plants',
  ]);
  expect((await bo.call(reminderList, {})).list).toEqual([]);
  await expect(bo.call(reminderDelete, { id: later.id })).rejects.toMatchObject({ data: { code: 'reminder.gone' } });
  const then = new Date(Date.now() + 11 * 60_000);
  await Promise.all([sendDue(app, then), sendDue(app, then)]);
  const { data } = await ada.receives('dialog', 'add', (frame) => JSON.stringify(frame.data.msg).includes('Carla'));
  expect(data.msg).toMatchObject({ type: 'content', key: 'bot.reminder', content: 'Call <b>Carla</b>' });
  expect(ada.frames.filter((frame) => JSON.stringify(frame).includes('Carla'))).toHaveLength(1);
  await ada.call(reminderDelete, { id: later.id });
  expect((await ada.call(reminderList, {})).list).toEqual([]);
});

test('a status is seen by others until it ends', async () => {
  const ada = await person('ada');
  const bo = await person('bo', { live: true });
  await ada.call(userStatus, { emoji: '🌴', text: 'On vacation', minutes: 30 });
  const { data } = await bo.receives('user', 'update', (frame) => frame.data.userid === ada.userid);
  expect(data).toMatchObject({ status_emoji: '🌴', status_text: 'On vacation' });
  expect(data.status_until).not.toBeNull();
  const cleared = await ada.call(userStatus, { emoji: '', text: '' });
  expect(cleared).toMatchObject({ status_emoji: '', status_text: '', status_until: null });
});

test('a status and its pause end by the server’s clock, and everybody hears of it', async () => {
  const ada = await person('ada');
  const bo = await person('bo', { live: true });
  const { app } = await testServer();
  await ada.call(userStatus, { emoji: '🎧', text: 'Focusing', minutes: 30, dnd: true });
  const ofAda = { userid: ada.userid };
  const { data } = await bo.receives('user', 'update', (frame) => frame.data.userid === ada.userid);
  expect(data).toMatchObject({ ...ofAda, status_text: 'Focusing', in_meeting: false });
  expect(data.dnd_until).toBe(data.status_until);
  await endStatuses(app, new Date(Date.now() + 29 * 60_000));
  expect((await bo.call(userBasic, { userid: [ada.userid] }))[0]).toMatchObject({ status_text: 'Focusing' });
  await endStatuses(app, new Date(Date.now() + 31 * 60_000));
  const ended = await bo.receives(
    'user',
    'update',
    ({ data: { userid, status_text } }) => userid === ada.userid && status_text === '',
  );
  expect(ended.data).toMatchObject({ ...ofAda, status_emoji: '', status_until: null, dnd_until: null });
});

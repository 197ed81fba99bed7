import { dialogMark, groupAdd, groupAdduser } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { fileKey, msgSendrecord, type RecordMsg } from '@atrium/contract/files/files.ts';
import { expect, test } from 'vitest';
import { anotherDevice, type TestClient, unique, world } from '#testing/world';

/** One frame of silence at 64 kbit/s and 32 kHz. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(284)]);
const base64 = `data:audio/mp3;base64,${MP3.toString('base64')}`;
const groupOf = async (owner: TestClient, ...others: TestClient[]) =>
  (await owner.call(groupAdd, { userids: others.map(({ userid }) => userid), chat_name: unique('G') })).id;
const dotOf = async (by: TestClient, msg_id: number) => (await by.call(m.msgOne, { msg_id })).dot;

// covers A3-19, B3-04
test('a voice message has a duration and plays for readers of the conversation', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const sent = await ada.call(msgSendrecord, { dialog_id, base64, duration: 2400 });
  const msg = sent.msg as unknown as RecordMsg;
  expect(sent).toMatchObject({ type: 'record', mtype: 'record', dot: 0 });
  expect(msg).toMatchObject({ duration: 2400, ext: 'mp3', size: MP3.length, text: '' });
  expect(msg.url).toBe(`{{RemoteURL}}${msg.path}`);
  const fetched = async (by: TestClient) => {
    const { key } = await by.call(fileKey, {});
    return fetch(`${msg.url.replace('{{RemoteURL}}', `${by.base}/`)}?key=${encodeURIComponent(key)}`);
  };
  const played = await fetched(bo);
  expect(played.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await played.arrayBuffer())).toEqual(MP3);
  expect((await fetched(eve)).status).toBe(404);
  const { list } = await bo.call(m.msgList, { dialog_id, msg_type: 'record' });
  expect(list.map(({ id }) => id)).toEqual([sent.id]);

  // Forwarding works as for files.
  const other = await groupOf(bo, ada, eve);
  const { msgs } = await bo.call(acts.msgForward, { msg_id: sent.id, dialogids: [other] });
  expect(msgs[0]?.msg).toMatchObject({ duration: 2400, url: msg.url });
  expect((await fetched(eve)).status).toBe(200);
});

// covers C7-43
test('an unplayed voice message has a dot on every device of each recipient', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const { id } = await ada.call(msgSendrecord, { dialog_id, base64, duration: 700 });
  expect(await bo.receives('dialog', 'add', (frame) => frame.data['id'] === id)).toMatchObject({ data: { dot: 1 } });
  expect([await dotOf(ada, id), await dotOf(bo, id)]).toEqual([0, 1]);
  // Reading does not count as playing.
  await bo.call(dialogMark, { dialog_id, type: 'read' });
  expect(await dotOf(bo, id)).toBe(1);
  expect(await bo.call(m.msgUnread, { dialog_id })).toMatchObject({ unread: 0 });
  // Later members were not addressed.
  await ada.call(groupAdduser, { dialog_id, userids: [eve.userid] });
  expect(await dotOf(eve, id)).toBe(0);

  const phone = await (await anotherDevice(bo)).listen();
  expect(await bo.call(acts.msgDot, { id })).toEqual({ id, dot: 0 });
  await bo.call(acts.msgDot, { id });
  expect(await phone.receives('dialog', 'update', (frame) => frame.data['id'] === id)).toMatchObject({
    data: { dot: 0 },
  });
  expect(await dotOf(phone, id)).toBe(0);
  const text = await ada.call(m.msgSendtext, { dialog_id, text: 'words' });
  expect(await dotOf(bo, text.id)).toBe(0);
  expect(await bo.call(acts.msgDot, { id: text.id })).toEqual({ id: text.id, dot: 0 });
});

// covers B5-01, B9-02
test('recordings under 600 ms, over three minutes or without sound are refused', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const refused = (fields: object) =>
    ada.call(msgSendrecord, { dialog_id, base64, duration: 1000, ...fields }).catch((error: Error) => error);
  expect(await refused({ duration: 599 })).toMatchObject({ data: { code: 'record.short' } });
  expect(await refused({ duration: 200_000 })).toMatchObject({ data: { code: 'parameter' } });
  const html = Buffer.from('<script>alert(1)</script>').toString('base64');
  expect(await refused({ base64: html })).toMatchObject({ data: { code: 'record.broken' } });
  expect(await refused({})).toMatchObject({ type: 'record' });
});

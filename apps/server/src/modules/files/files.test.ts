import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { dialogOpenUser, groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import * as f from '@atrium/contract/files/files.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { logout } from '@atrium/contract/people/sessions.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { parse } from 'content-disposition';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { administrator, anotherDevice, refused, type TestClient, testServer, unique, world } from '#testing/world';
import { collectUploads } from '../uploads/uploads.service.ts';
import { collectFiles } from './files.service.ts';

async function groupOf(owner: TestClient, ...others: TestClient[]) {
  const userids = others.map((each) => each.userid);
  return (await owner.call(groupAdd, { userids, chat_name: unique('G') })).id;
}

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (buffer: Buffer): Bytes => new Uint8Array(buffer);
const picture = (width = 800, height = 400) => sharp({ create: { width, height, channels: 3, background: '#4f5bd5' } });

/** Posts a file the way a browser does. */
async function post(by: TestClient, fields: Record<string, string | number>, name: string, content: Bytes, more = {}) {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.set(key, String(value));
  body.set('files', new Blob([content]), name);
  return by.raw('dialog/msg/sendfile', { method: 'POST', body, ...more });
}
async function sent(by: TestClient, dialog_id: number, name: string, content: Bytes) {
  const answer = await post(by, { dialog_id }, name, content);
  expect(answer).toMatchObject({ ret: 1 });
  return answer.data as unknown as m.Message & { msg: f.FileMsg };
}

const keyOf = async (by: TestClient) => (await by.call(f.fileKey, {})).key;
async function fetched(by: TestClient, address: string, init: RequestInit = {}, key?: string) {
  const query = `key=${encodeURIComponent(key ?? (await keyOf(by)))}`;
  const separator = address.includes('?') ? '&' : '?';
  return fetch(`${address.replace('{{RemoteURL}}', `${by.base}/`)}${separator}${query}`, init);
}

// covers A3-18, B3-03
test('a picture is stored and shown to readers of the conversation only', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const content = bytesOf(await picture(1600, 900).png().toBuffer());
  const message = await sent(ada, dialog_id, 'Screen shot.png', content);
  expect(message).toMatchObject({
    type: 'file',
    mtype: 'image',
    msg: { type: 'img', name: 'Screen shot.png', ext: 'png', size: content.length, width: 1600, height: 900 },
  });
  expect(message.msg.path).toMatch(/^file\/[\w-]{24}\/Screen%20shot\.png$/);
  expect(message.msg.url).toBe(`{{RemoteURL}}${message.msg.path}`);
  expect(await bo.receives('dialog', 'add', (frame) => frame.data['id'] === message.id)).toMatchObject({
    data: { type: 'file', msg: { url: message.msg.url, width: 1600 } },
  });

  const whole = await fetched(bo, message.msg.url);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-type')).toBe('image/png');
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  expect(whole.headers.get('content-security-policy')).toContain('sandbox');
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(content);
  const thumb = await sharp(await (await fetched(bo, message.msg.thumb)).arrayBuffer()).metadata();
  expect(thumb).toMatchObject({ format: 'webp', width: 320, height: 180 });

  // Without a key, or with another person's or a modified one, it is not found.
  const address = message.msg.url.replace('{{RemoteURL}}', `${ada.base}/`);
  expect((await fetch(address)).status).toBe(404);
  expect((await fetched(eve, message.msg.url)).status).toBe(404);
  expect((await fetched(eve, message.msg.thumb)).status).toBe(404);
  const [, ...rest] = (await keyOf(bo)).split('.');
  const [device] = (await keyOf(ada)).split('.');
  expect((await fetched(bo, message.msg.url, {}, [device, ...rest].join('.'))).status).toBe(404);
  expect((await fetch(address, { headers: { token: bo.token } })).status).toBe(200);
  expect((await fetch(address, { headers: { token: eve.token } })).status).toBe(404);
});

test('a file can be fetched only while its reader has access to the conversation', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const { msg } = await sent(ada, dialog_id, 'notes.txt', bytesOf(Buffer.from('hello')));
  const [old, own] = [await keyOf(bo), await keyOf(cy)];
  expect((await fetched(bo, msg.url, {}, old)).status).toBe(200);
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  expect((await fetched(bo, msg.url, {}, old)).status).toBe(404);

  const phone = await anotherDevice(cy);
  const phones = await keyOf(phone);
  await phone.call(logout, {});
  expect((await fetched(cy, msg.url, {}, phones)).status).toBe(404);
  expect((await fetched(cy, msg.url, {}, own)).status).toBe(200);
  await (await administrator()).call(userOperation, { userid: cy.userid, type: 'setdisable' });
  expect((await fetched(ada, msg.url, {}, own)).status).toBe(404);

  // A project's conversation is open to its members, whether or not they joined it.
  const inProject = await sent(ada, project.dialog_id, 'plan.txt', bytesOf(Buffer.from('plan')));
  expect((await fetched(bo, inProject.msg.url)).status).toBe(200);
});

test('camera metadata is removed from a picture and its orientation is corrected', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const exif = { IFD0: { Make: 'SpyCam', Copyright: 'home address' } };
  const content = bytesOf(await picture(600, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(Buffer.from(content).includes('Exif')).toBe(true);
  const { msg } = await sent(ada, dialog_id, 'IMG_1.jpg', content);
  expect(msg).toMatchObject({ width: 200, height: 600, type: 'img' });
  const stored = Buffer.from(await (await fetched(bo, msg.url)).arrayBuffer());
  expect(stored.includes('SpyCam')).toBe(false);
  const meta = await sharp(stored).metadata();
  expect([meta.width, meta.height, meta.orientation, meta.exif]).toEqual([200, 600, undefined, undefined]);
  expect(msg.size).toBe(stored.length);
});

test('photos are recompressed where that saves space, unless the workspace stores originals', async () => {
  const admin = await administrator();
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });
  const fine = bytesOf(await noise.clone().jpeg({ quality: 100 }).toBuffer());
  const sizeOf = async (name: string, content: Bytes) => {
    const { msg } = await sent(ada, dialog_id, name, content);
    const stored = Buffer.from(await (await fetched(bo, msg.url)).arrayBuffer());
    expect(await sharp(stored).metadata()).toMatchObject({ width: 300, height: 300 });
    return stored.length;
  };
  const set = (image_compress: 'open' | 'close', image_quality = 90) =>
    admin.call(systemSetting, { type: 'save', image_compress, image_quality });
  expect((await admin.call(systemSetting, {})).image_quality).toBe(90);
  const usual = await sizeOf('fine.jpg', fine);
  expect(usual).toBeLessThan(fine.length * 0.9);
  await set('open', 40);
  expect(await sizeOf('fine.jpg', fine)).toBeLessThan(usual * 0.7);
  expect(await sizeOf('fine.webp', bytesOf(await noise.clone().webp({ quality: 95 }).toBuffer()))).toBeLessThan(usual);
  // Pictures that would hardly shrink, and those that are no photos, are not recompressed.
  const coarse = bytesOf(await noise.clone().jpeg({ quality: 40 }).toBuffer());
  expect(await sizeOf('coarse.jpg', coarse)).toBe(coarse.length);
  const drawn = bytesOf(await picture(300, 300).png({ compressionLevel: 0 }).toBuffer());
  expect(await sizeOf('drawn.png', drawn)).toBe(drawn.length);
  await set('close');
  expect(await sizeOf('fine.jpg', fine)).toBe(fine.length);
  await set('open');
});

// covers A9-08, B9-06
test('a thumbnail is 320 px wide, and cropped beyond a ratio of five', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const cases = [
    [640, 9600, 320, 1600],
    [9600, 640, 320, 64],
    [100, 50, 100, 50],
  ] as const;
  for (const [width, height, thumbWidth, thumbHeight] of cases) {
    const { msg } = await sent(ada, dialog_id, 'p.png', bytesOf(await picture(width, height).png().toBuffer()));
    const thumb = await sharp(await (await fetched(bo, msg.thumb)).arrayBuffer()).metadata();
    expect([thumb.width, thumb.height]).toEqual([thumbWidth, thumbHeight]);
  }
});

/** A PNG that declares huge dimensions and contains almost nothing. */
function hugePng(side: number): Bytes {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return bytesOf(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  );
}
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('an invalid picture is refused with a message, and the server keeps running', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const { app } = await testServer();
  const filesBefore = (await app.db.selectFrom('stored_files').select('id').execute()).length;
  const jpeg = await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
    .jpeg()
    .toBuffer();
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000'), Buffer.alloc(5000)]);
  const cases: [string, Bytes, string][] = [
    ['wide.png', hugePng(50_000), 'file.pixels'],
    ['cut.jpg', bytesOf(jpeg.subarray(0, jpeg.length / 2)), 'file.broken'],
    ['lying.png', hugePng(4000), 'file.broken'],
    ['bomb.png', bytesOf(zip), 'file.not_picture'],
    ['page.gif', bytesOf(Buffer.from('<script>alert(1)</script>')), 'file.not_picture'],
    ['nothing.txt', new Uint8Array(), 'file.empty'],
  ];
  for (const [name, content, code] of cases) {
    const answer = await post(ada, { dialog_id }, name, content);
    expect(answer, name).toMatchObject({ data: { code } });
    expect(answer.msg, name).not.toContain('error.');
  }
  expect((await bo.call(m.msgList, { dialog_id, msg_type: 'image' })).list).toEqual([]);
  expect((await app.db.selectFrom('stored_files').select('id').execute()).length).toBe(filesBefore);
  expect(await readdir(app.uploadDir)).toEqual([]);
  await sent(ada, dialog_id, 'good.png', bytesOf(await picture().png().toBuffer()));
});

test('files that a browser could execute are only ever downloaded', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const hostile = 'a"b\r\nSet-Cookie: x=1\u202Egpj.html';
  for (const [name, text] of [
    ['drawing.svg', svg],
    [hostile, '<!doctype html><script>alert(1)</script>'],
  ] as const) {
    const { msg, mtype } = await sent(ada, dialog_id, name, bytesOf(Buffer.from(text)));
    expect([msg.type, mtype, msg.thumb]).toEqual(['file', 'file', '']);
    expect(msg.name).not.toMatch(/[\r\n\u202e]/);
    const answer = await fetched(bo, msg.url);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const header = answer.headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^attachment; filename=[\x20-\x7e]+$/);
    expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: msg.name } });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toBe(text);
  }
  // A picture with another extension is detected by its content, and downloaded on request.
  const { msg } = await sent(ada, dialog_id, 'report.pdf', bytesOf(await picture().png().toBuffer()));
  expect(msg).toMatchObject({ type: 'img', ext: 'png' });
  expect((await fetched(bo, `${msg.url}?down=yes`)).headers.get('content-disposition')).toMatch(/^attachment/);
});

test('a video can be played from the middle', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const head = Buffer.from('\u0000\u0000\u0000\u0018ftypmp42\u0000\u0000\u0000\u0000mp42isom', 'latin1');
  const film = Buffer.concat([head, randomBytes(100_000)]);
  const { msg } = await sent(ada, dialog_id, 'film.mp4', bytesOf(film));
  expect(msg).toMatchObject({ type: 'file', ext: 'mp4', width: -1, height: -1 });
  const part = async (range: string) => {
    const answer = await fetched(bo, msg.url, { headers: { range } });
    return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())] as const;
  };
  const size = film.length;
  expect(await part('bytes=1000-1999')).toEqual([206, `bytes 1000-1999/${size}`, film.subarray(1000, 2000)]);
  expect(await part('bytes=-10')).toEqual([206, `bytes ${size - 10}-${size - 1}/${size}`, film.subarray(-10)]);
  expect(await part('bytes=100000-')).toEqual([206, `bytes 100000-${size - 1}/${size}`, film.subarray(100_000)]);
  expect((await part(`bytes=${size}-`))[0]).toBe(416);
  expect((await part('bytes=0-1,5-9'))[0]).toBe(200);
  const resumed = async (tag: string) =>
    (await fetched(bo, msg.url, { headers: { range: 'bytes=1000-', 'if-range': tag } })).status;
  expect(await resumed((await fetched(bo, msg.url)).headers.get('etag') ?? '')).toBe(206);
  expect(await resumed('"an earlier version"')).toBe(200);
  expect((await fetched(bo, msg.url)).headers.get('content-type')).toBe('video/mp4');
  // Programs ask for the size first.
  const asked = await fetched(bo, msg.url, { method: 'HEAD' });
  expect([asked.status, asked.headers.get('content-length')]).toEqual([200, String(size)]);
});

test('the workspace sets the largest file size, and larger uploads are refused early', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const admin = await administrator();
  await admin.call(systemSetting, { type: 'save', file_upload_limit: 1 });
  try {
    const init = { dialog_id, name: 'big.bin', size: 1024 * 1024 + 1 };
    await expect(ada.call(f.uploadInit, init)).rejects.toMatchObject({ data: { code: 'upload.large', limit: 1 } });
    const large = await post(ada, { dialog_id }, 'big.bin', new Uint8Array(1024 * 1024 + 1));
    expect(large).toMatchObject({ data: { code: 'upload.large', limit: 1 } });
    expect(await ada.call(systemSetting, {})).toMatchObject({ file_upload_limit: 1 });
    // Only the headers have been sent: the answer does not wait for the body.
    const { hostname, port } = new URL(ada.base);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /api/dialog/msg/sendfile HTTP/1.1\r\nHost: x\r\ntoken: ${ada.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000\r\n\r\n--b\r\n`,
      );
      socket.once('data', (data: Buffer) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(answer).toContain('upload.large');
  } finally {
    await admin.call(systemSetting, { type: 'save', file_upload_limit: 1024 });
  }
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a chunked upload resumes after an interruption and arrives once', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const content = bytesOf(randomBytes(2 * f.CHUNK_BYTES + 12_345));
  await expect(eve.call(f.uploadInit, { dialog_id, name: 'x', size: 5 })).rejects.toMatchObject(refused('dialog.gone'));
  const { upload_id, chunk_count } = await ada.call(f.uploadInit, { dialog_id, name: 'big.bin', size: content.length });
  expect(chunk_count).toBe(3);
  const chunk = async (index: number, by = ada, bytes?: Bytes) => {
    const body = new FormData();
    body.set('upload_id', upload_id);
    body.set('index', String(index));
    body.set('blob', new Blob([bytes ?? content.slice(index * f.CHUNK_BYTES, (index + 1) * f.CHUNK_BYTES)]), 'blob');
    return by.raw('upload/chunk', { method: 'POST', body });
  };
  expect((await chunk(1)).data).toMatchObject({ code: 'upload.order' });
  expect((await chunk(0, bo)).data).toMatchObject({ code: 'upload.gone' });
  expect((await chunk(0, ada, new Uint8Array(9))).data).toMatchObject({ code: 'upload.chunk' });
  expect((await chunk(0)).data).toMatchObject({ received: [0] });

  // The connection breaks in the middle of a chunk.
  const { hostname, port } = new URL(ada.base);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname);
    const fields = `--b\r\ncontent-disposition: form-data; name="upload_id"\r\n\r\n${upload_id}\r\n--b\r\ncontent-disposition: form-data; name="index"\r\n\r\n1\r\n--b\r\ncontent-disposition: form-data; name="blob"; filename="blob"\r\n\r\n`;
    socket.write(
      `POST /api/upload/chunk HTTP/1.1\r\nHost: x\r\ntoken: ${ada.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${f.CHUNK_BYTES}\r\n\r\n${fields}`,
    );
    socket.write(Buffer.alloc(100_000, 1), () => {
      socket.destroy();
      resolve();
    });
  });
  await expect(ada.call(f.uploadMerge, { upload_id })).rejects.toMatchObject({ data: { code: 'upload.unfinished' } });
  expect(await ada.call(f.uploadInit, { upload_id })).toMatchObject({ received: [0] });
  // Repeating a chunk is harmless.
  for (const index of [1, 1, 2]) expect((await chunk(index)).ret).toBe(1);

  const mutation = { mutation: unique('m') };
  const message = await ada.call(f.uploadMerge, { upload_id }, mutation);
  expect(message).toMatchObject({ type: 'file', mtype: 'file', msg: { name: 'big.bin', size: content.length } });
  expect((await ada.call(f.uploadMerge, { upload_id }, mutation)).id).toBe(message.id);
  // Repeated without a mutation: the same message.
  expect((await ada.call(f.uploadMerge, { upload_id })).id).toBe(message.id);
  expect((await bo.call(m.msgList, { dialog_id, msg_type: 'file' })).list.map(({ id }) => id)).toEqual([message.id]);
  const stored = await (await fetched(bo, String(message.msg['url']))).arrayBuffer();
  expect(hashOf(new Uint8Array(stored))).toBe(hashOf(content));
});

test('unfinished uploads and files without a message are cleaned up', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const { app } = await testServer();
  const { upload_id } = await ada.call(f.uploadInit, { dialog_id, name: 'x.bin', size: 9 });
  await collectUploads(app);
  expect(await ada.call(f.uploadInit, { upload_id })).toMatchObject({ received: [] });
  await collectUploads(app, new Date(Date.now() + 25 * 3600_000));
  await expect(ada.call(f.uploadInit, { upload_id })).rejects.toMatchObject({ data: { code: 'upload.gone' } });

  const kept = await sent(ada, dialog_id, 'kept.txt', bytesOf(Buffer.from('kept')));
  const { msg } = await sent(ada, dialog_id, 'lost.txt', bytesOf(Buffer.from('lost')));
  const token = msg.path.split('/')[1] ?? '';
  await app.db
    .deleteFrom('message_files')
    .where('file_id', 'in', app.db.selectFrom('stored_files').select('id').where('token', '=', token))
    .execute();
  await collectFiles(app);
  expect(await app.db.selectFrom('stored_files').select('id').where('token', '=', token).execute()).toHaveLength(1);
  await collectFiles(app, new Date(Date.now() + 3600_000));
  expect(await app.db.selectFrom('stored_files').select('id').where('token', '=', token).execute()).toHaveLength(0);
  expect((await fetched(bo, kept.msg.url)).status).toBe(200);
});

test('a forwarded file lives as long as any of its messages', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const { app } = await testServer();
  const first = await sent(ada, dialog_id, 'plan.txt', bytesOf(Buffer.from('the plan')));
  const { id: other } = await bo.call(dialogOpenUser, { userid: eve.userid });
  const { msgs } = await bo.call(acts.msgForward, { msg_id: first.id, dialogids: [other] });
  const onward = msgs[0];
  expect(onward?.msg['url']).toBe(first.msg.url);
  expect((await fetched(eve, first.msg.url)).status).toBe(200);

  await ada.call(acts.msgWithdraw, { msg_id: first.id });
  expect((await fetched(ada, first.msg.url)).status).toBe(404);
  expect(await (await fetched(eve, first.msg.url)).text()).toBe('the plan');
  await bo.call(acts.msgWithdraw, { msg_id: onward?.id ?? 0 });
  const token = first.msg.path.split('/')[1] ?? '';
  await expect
    .poll(() => app.db.selectFrom('stored_files').select('id').where('token', '=', token).execute())
    .toEqual([]);
  expect((await fetched(eve, first.msg.url)).status).toBe(404);
  await expect(
    readdir(path.join(tmpdir(), `atrium-files-${process.pid}`, 'chat', token.slice(0, 2))),
  ).resolves.not.toContain(token);
});

test('a file goes to several conversations at once, replies to a message, and is found by name', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const name = `${unique('budget')}.xlsx`;
  const body = new FormData();
  body.set('dialog_ids', String(dialog_id));
  body.set('user_ids', String(eve.userid));
  body.set('files', new Blob(['cells']), name);
  const answer = await ada.raw('dialog/msg/sendfiles', { method: 'POST', body });
  const { msgs } = answer.data as unknown as { msgs: m.Message[] };
  expect(msgs).toHaveLength(2);
  expect(new Set(msgs.map(({ msg }) => msg['url'])).size).toBe(1);
  expect((await fetched(eve, String(msgs[0]?.msg['url']))).status).toBe(200);
  const none = new FormData();
  none.set('files', new Blob(['cells']), name);
  expect((await ada.raw('dialog/msg/sendfiles', { method: 'POST', body: none })).data).toMatchObject({
    code: 'forward.none',
  });

  const base64 = (await picture(20, 10).png().toBuffer()).toString('base64');
  const [question] = msgs;
  const reply = await ada.call(f.msgSendfile, {
    dialog_id: question?.dialog_id ?? 0,
    reply_id: question?.id ?? 0,
    image64: `data:image/png;base64,${base64}`,
    filename: 'pasted.png',
  });
  expect(reply).toMatchObject({
    mtype: 'image',
    msg: { name: 'pasted.png', width: 20, reply_data: { id: question?.id } },
  });
  expect(m.quotedMsg(reply.msg)).not.toHaveProperty('reply_data');
});

test('a merge that races a cancel either fails as gone or creates the message', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const content = bytesOf(randomBytes(40_000));
  for (let round = 0; round < 12; round++) {
    const { upload_id } = await ada.call(f.uploadInit, { dialog_id, name: 'gone.bin', size: content.length });
    const body = new FormData();
    body.set('upload_id', upload_id);
    body.set('index', '0');
    body.set('blob', new Blob([content]), 'blob');
    await ada.raw('upload/chunk', { method: 'POST', body });
    const merge = ada.call(f.uploadMerge, { upload_id }).then(
      () => 'sent',
      (error: { data?: { code?: string } }) => error.data?.code,
    );
    await Promise.all([merge, ada.call(f.uploadCancel, { upload_id })]);
    expect(['sent', 'upload.gone']).toContain(await merge);
  }
});

test('concurrent merges of one upload create one message, and all return it', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const content = bytesOf(randomBytes(70_000));
  const { upload_id } = await ada.call(f.uploadInit, { dialog_id, name: 'once.bin', size: content.length });
  const body = new FormData();
  body.set('upload_id', upload_id);
  body.set('index', '0');
  body.set('blob', new Blob([content]), 'blob');
  expect(await ada.raw('upload/chunk', { method: 'POST', body })).toMatchObject({ ret: 1 });
  // Half of them like our client, with a mutation, half like other programs, without.
  const merges = Array.from({ length: 6 }, (_, index) =>
    ada.call(f.uploadMerge, { upload_id }, index % 2 ? { mutation: unique('m') } : {}),
  );
  const ids = (await Promise.all(merges)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect((await ada.call(f.uploadMerge, { upload_id })).id).toBe(ids[0]);
  const { list } = await bo.call(m.msgList, { dialog_id, msg_type: 'file' });
  expect(list.map(({ id }) => id)).toEqual([ids[0]]);
  const stored = await (await fetched(bo, String(list[0]?.msg['url']))).arrayBuffer();
  expect(hashOf(new Uint8Array(stored))).toBe(hashOf(content));
  await expect(bo.call(f.uploadMerge, { upload_id })).rejects.toMatchObject({ data: { code: 'upload.gone' } });
});

test('a file with a long name can be downloaded by its address', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  for (const name of [
    `${'minutes-'.repeat(20)}.txt`,
    `${'n'.repeat(251)}.txt`,
    `${'ё'.repeat(251)}.txt`,
    `${'漢'.repeat(251)}.txt`,
  ]) {
    const { msg } = await sent(ada, dialog_id, name, bytesOf(Buffer.from('long')));
    expect(msg.name).toBe(name);
    const answer = await fetched(bo, msg.url);
    expect([answer.status, await answer.text()]).toEqual([200, 'long']);
  }
});

test('withdrawing a message removes its file for everyone', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const message = await sent(ada, dialog_id, 'slip.png', bytesOf(await picture(300, 200).png().toBuffer()));
  const [ofAda, ofBo] = [await keyOf(ada), await keyOf(bo)];
  expect((await fetched(bo, message.msg.url, {}, ofBo)).status).toBe(200);
  await ada.call(acts.msgWithdraw, { msg_id: message.id });
  for (const key of [ofAda, ofBo]) {
    expect((await fetched(bo, message.msg.url, {}, key)).status).toBe(404);
    expect((await fetched(bo, message.msg.thumb, {}, key)).status).toBe(404);
  }
});

test('stored files are closed to other accounts of the machine', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const { app } = await testServer();
  const { msg } = await sent(ada, dialog_id, 'private.png', bytesOf(await picture(300, 200).png().toBuffer()));
  await ada.call(f.uploadInit, { dialog_id, name: 'x.bin', size: 9 }).then(async ({ upload_id }) => {
    const body = new FormData();
    body.set('upload_id', upload_id);
    body.set('index', '0');
    body.set('blob', new Blob([new Uint8Array(9)]), 'blob');
    expect(await ada.raw('upload/chunk', { method: 'POST', body })).toMatchObject({ ret: 1 });
  });
  const token = msg.path.split('/')[1] ?? '';
  const files = path.join(tmpdir(), `atrium-files-${process.pid}`);
  const folder = path.join(files, 'chat', token.slice(0, 2));
  const modeOf = async (place: string) => (await stat(place)).mode & 0o777;
  for (const place of [files, path.join(files, 'chat'), folder, app.uploadDir, path.join(files, 'parts')]) {
    expect([place, await modeOf(place)]).toEqual([place, 0o700]);
  }
  for (const name of [token, `${token}.thumb`]) expect(await modeOf(path.join(folder, name))).toBe(0o600);
  for (const name of await readdir(path.join(files, 'parts'))) {
    expect(await modeOf(path.join(files, 'parts', name))).toBe(0o600);
  }
});

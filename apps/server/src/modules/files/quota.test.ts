import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { driveAdd, drivePack, driveRemove, driveSave, driveUsage } from '@atrium/contract/files/drive.ts';
import { uploadCancel, uploadInit } from '@atrium/contract/files/files.ts';
import { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { runPack } from '#modules/drive/pack/pack.service';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';

const MB = 1024 * 1024;
const setQuota = async (quota_person: number, quota_total: number) =>
  (await administrator()).call(fileSetting, { type: 'save', quota_person, quota_total });
afterEach(() => setQuota(0, 0));

async function sendFile(client: TestClient, dialogId: number, bytes: number) {
  const body = new FormData();
  body.set('dialog_id', String(dialogId));
  body.set('files', new Blob([new Uint8Array(bytes).fill(65)]), 'big.bin');
  return client.raw('dialog/msg/sendfile', { method: 'POST', body });
}

async function sums(): Promise<{ kept: Record<string, number>; counted: Record<string, number> }> {
  const { app } = await testServer();
  const kept = await sql<{ userid: number; bytes: string }>`select * from stored_sums where bytes <> 0`.execute(app.db);
  const counted = await sql<{ userid: number; bytes: string }>`
    select 0 as userid, coalesce(sum(size), 0) as bytes from stored_files
    union all select userid, sum(size) from stored_files where userid <> 0 group by userid having sum(size) > 0`.execute(
    app.db,
  );
  const table = (rows: { userid: number; bytes: string }[]) =>
    Object.fromEntries(rows.map(({ userid, bytes }) => [userid, Number(bytes)]));
  return { kept: table(kept.rows), counted: table(counted.rows) };
}

test('every upload path refuses what would exceed a quota before storing anything, and explains it', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const { used_total } = await setQuota(1, 0);
  expect((await sendFile(ada, dialog.id, 700_000)).ret).toBe(1);
  const refused = await sendFile(ada, dialog.id, 700_000);
  expect(refused).toMatchObject({ data: { code: 'quota.person', limit: 1 } });
  await expect(ada.call(uploadInit, { dialog_id: dialog.id, name: 'x.bin', size: 700_000 })).rejects.toMatchObject({
    data: { code: 'quota.person' },
  });
  const file = await ada.call(driveAdd, { name: 'Long', type: 'document' });
  const save = (size: number) =>
    ada.call(driveSave, { id: file.id, content: JSON.stringify({ type: 'md', content: 'x'.repeat(size) }) });
  await expect(save(400_000)).rejects.toMatchObject({ data: { code: 'quota.person' } });
  await save(1000);
  // Other people's files do not count.
  expect((await sendFile(bo, dialog.id, 700_000)).ret).toBe(1);
  await setQuota(0, Math.ceil(used_total / MB) + 2);
  expect(await sendFile(bo, dialog.id, 2 * MB)).toMatchObject({ data: { code: 'quota.workspace' } });
  expect((await sums()).kept).toEqual((await sums()).counted);
});

test('files of a form that is not sent yet count for the quota of the person who chose them', async () => {
  const ada = await person('ada');
  await setQuota(1, 0);
  const choose = () => {
    const body = new FormData();
    body.set('files', new Blob([new Uint8Array(700_000).fill(65)]), 'big.bin');
    return ada.raw('approve/file/upload', { method: 'POST', body });
  };
  expect((await choose()).ret).toBe(1);
  expect((await ada.call(driveUsage, {})).used).toBe(700_000);
  expect(await choose()).toMatchObject({ data: { code: 'quota.person', limit: 1 } });
  expect((await sums()).kept).toEqual((await sums()).counted);
});

test('running totals equal a recount after any parallel changes', async () => {
  const people = await Promise.all(['ada', 'bo', 'cy'].map((name) => person(name)));
  const [first, second] = people;
  if (!first || !second) throw new Error('nobody is there');
  const dialog = await first.call(dialogOpenUser, { userid: second.userid });
  const own = await Promise.all(people.map((client) => client.call(dialogOpenUser, { userid: client.userid })));
  await Promise.all(
    people.map(async (client, at) => {
      for (let n = 1; n <= 6; n++) {
        const sent = await sendFile(client, own[at]?.id ?? dialog.id, 1000 * n + at);
        if (n % 2 === 0) await client.call(msgWithdraw, { msg_id: Number(sent.data.id) });
        const file = await client.call(driveAdd, { name: `Doc ${n}`, type: 'document' });
        await client.call(driveSave, {
          id: file.id,
          content: JSON.stringify({ type: 'md', content: 'y'.repeat(50 * n) }),
        });
        if (n % 3 === 0) await client.call(driveRemove, { ids: [file.id] });
      }
    }),
  );
  await expect.poll(async () => (await sums()).kept).toEqual((await sums()).counted);
});

test('parallel uploads together stay within the quota', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  await setQuota(1, 0);
  const sent = await Promise.all(Array.from({ length: 6 }, () => sendFile(ada, dialog.id, 400_000)));
  expect(sent.filter(({ ret }) => ret === 1)).toHaveLength(2);
  for (const { ret, data } of sent) if (ret !== 1) expect(data).toMatchObject({ code: 'quota.person', limit: 1 });
  // Nothing remains of a refused file.
  const { app } = await testServer();
  const rows = await app.db.selectFrom('stored_files').select('size').where('userid', '=', ada.userid).execute();
  expect(rows.map(({ size }) => Number(size))).toEqual([400_000, 400_000]);
  expect(await ada.call(driveUsage, {})).toEqual({ used: 800_000, limit: MB });
});

test('unfinished uploads count before another one begins, also in parallel', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  await setQuota(1, 0);
  const begin = () => ada.call(uploadInit, { dialog_id: dialog.id, name: 'x.bin', size: 400_000 });
  const begun = await Promise.allSettled(Array.from({ length: 6 }, begin));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(begin()).rejects.toMatchObject({ data: { code: 'quota.person' } });
  const [first] = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  await ada.call(uploadCancel, { upload_id: first?.upload_id ?? '' });
  await begin();
});

test('a request that cannot fit is refused by its length before its body is read', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  await setQuota(1, 0);
  const { base } = await testServer();
  for (const path of [`dialog/msg/sendfile?dialog_id=${dialog.id}`, 'file/content/upload']) {
    const sending = request(`${base}/api/${path}`, {
      method: 'POST',
      headers: { token: ada.token, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 3 * MB },
    });
    // Only the headers: the body never arrives.
    sending.flushHeaders();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const answer = await text(response);
    sending.destroy();
    expect(JSON.parse(answer)).toMatchObject({ data: { code: 'quota.person' } });
  }
});

test('administrators see who stores the most', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  await sendFile(ada, dialog.id, 5 * MB);
  const { used_most } = await (await administrator()).call(fileSetting, {});
  expect(used_most).toContainEqual({ userid: ada.userid, bytes: 5 * MB });
  const sizes = used_most.map(({ bytes }) => bytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});

/** Writes the whole body before reading the answer, as other programs do. */
async function upload(client: TestClient, bytes: number, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set('pid', '0');
  body.set('files', new Blob([new Uint8Array(bytes).fill(66)]), `${unique('up')}.bin`);
  return client.raw('file/content/upload', { method: 'POST', body, headers });
}

test('deleting from the file area frees space at once, with all versions, also for a chunked upload', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  await setQuota(1, 0);
  const first = await upload(ada, 600_000);
  expect(first).toMatchObject({ ret: 1 });
  expect(await upload(ada, 600_000)).toMatchObject({ data: { code: 'quota.person' } });
  const { data } = first as unknown as { data: { id: number }[] };
  await ada.call(driveRemove, { ids: data.map(({ id }) => id) });
  expect(await ada.call(driveUsage, {})).toEqual({ used: 0, limit: MB });
  const second = await upload(ada, 700_000);
  expect(second).toMatchObject({ ret: 1 });
  expect(await ada.call(driveUsage, {})).toEqual({ used: 700_000, limit: MB });
  // Files that a message still uses stay, even if they are deleted in the file area.
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const [file] = (second as unknown as { data: { id: number }[] }).data;
  await ada.call(driveRemove, { ids: [file?.id ?? 0] });
  const large = await ada.call(uploadInit, { dialog_id: dialog.id, name: 'x.bin', size: 900_000 });
  expect(large.received).toEqual([]);
  expect((await sums()).kept).toEqual((await sums()).counted);
});

/** Sends the whole body before reading, like browsers and scripts. Returns the answer, or the error. */
async function sendThenRead(base: string, headers: readonly string[], bytes: number): Promise<string> {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  closed.catch(() => undefined);
  socket.pause();
  const head = [
    `host: ${host}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${bytes}`,
    ...headers,
  ];
  socket.write(`POST /api/file/content/upload HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  const piece = Buffer.alloc(64 * 1024, 'y');
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!socket.write(piece.subarray(0, Math.min(left, piece.length))))
      await Promise.race([once(socket, 'drain'), closed]);
    // In chunks that arrive after the answer has been written.
    await sleep(1);
  }
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  socket.resume();
  const [data] = await answer;
  socket.destroy();
  return data.toString();
}

test('an upload refused before its body still gets its answer', async () => {
  const ada = await person('ada');
  await setQuota(1, 0);
  for (let round = 0; round < 3; round++) {
    expect(await sendThenRead(ada.base, [`token: ${ada.token}`], 5 * MB)).toContain('"quota.person"');
    expect(await sendThenRead(ada.base, ['token: none'], 8 * MB)).toContain('"auth.ended"');
  }
  expect(await upload(ada, 5 * MB)).toMatchObject({ data: { code: 'quota.person' } });
});

test('archives count toward the workspace’s quota, and a person’s oldest give way to new ones', async () => {
  const ada = await person('ada');
  const [file] = ((await upload(ada, 900_000)) as unknown as { data: { id: number }[] }).data;
  const { used_total } = await setQuota(1, 0);
  // Does not count for the person, whose quota is almost used up.
  const pack = () => ada.call(drivePack, { ids: [file?.id ?? 0], name: 'All' });
  await pack();
  const { app } = await testServer();
  const [row] = await app.db.selectFrom('file_packs').selectAll().where('userid', '=', ada.userid).execute();
  await runPack(app, row?.id ?? 0);
  await setQuota(0, Math.floor(used_total / MB) + 1);
  await expect(pack()).rejects.toMatchObject({ data: { code: 'quota.workspace' } });
  await setQuota(0, 0);
  // Pretends that the first archive has the maximum size.
  await app.db
    .updateTable('file_packs')
    .set({ size: 2 * 1024 ** 3 })
    .where('id', '=', row?.id ?? 0)
    .execute();
  const download = () => fetch(`${ada.base}/file/pack/${row?.token}/All.zip`, { headers: { token: ada.token } });
  const before = await download();
  await before.body?.cancel().catch(() => undefined);
  expect(before.status).toBe(200);
  await pack();
  expect((await download()).status).toBe(404);
});

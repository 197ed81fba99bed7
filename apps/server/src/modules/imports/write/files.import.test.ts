import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Import, importStart, importStatus } from '@atrium/contract/files/imports.ts';
import { taskFiledetail, taskFiles } from '@atrium/contract/projects/taskLinks.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOutbound } from '#platform/outside/outbound';
import { cloneTemplate } from '#testing/database';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';

/** A fake of the other product on this machine that counts requests. */
const asked: string[] = [];
let picture: Buffer;
const elsewhere = createServer((request, response) => {
  const name = request.url ?? '';
  asked.push(name);
  if (name === '/cover.png') return response.end(picture);
  if (name === '/plan.txt') return response.end('the plan');
  if (name === '/large.bin') {
    for (let part = 0; part < 40; part++) response.write(Buffer.alloc(64 * 1024));
    return response.end();
  }
  return response.writeHead(401).end();
});
const outbound = makeOutbound({ protocol: 'http:', isOpen: (address) => address === '127.0.0.1' });
let server: TestServer;
let admin: TestClient;
let base = '';
beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f5bd5' } })
    .png()
    .toBuffer();
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const databaseUrl = await cloneTemplate(`atrium_import_files_${process.pid}`);
  server = await startServer({ databaseUrl, download: outbound.download });
  admin = await person('admin', { server });
  await admin.call(systemSetting, { type: 'save', file_upload_limit: 1 });
});
afterAll(async () => {
  await server.close();
  outbound.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

const attachment = (name: string, url: string, fields = {}) => ({
  id: unique('a'),
  name,
  url,
  isUpload: true,
  ...fields,
});
function board() {
  const id = unique('b');
  const cover = attachment('Cover', `${base}/cover.png`, { fileName: 'cover.png' });
  return {
    id,
    name: `Board ${id}`,
    lists: [{ id: `${id}l`, name: 'To do' }],
    cards: [
      {
        id: `${id}c`,
        idList: `${id}l`,
        name: 'Paint',
        cover: { idAttachment: cover.id },
        attachments: [
          cover,
          attachment('plan.txt', `${base}/plan.txt`),
          attachment('large.bin', `${base}/large.bin`),
          attachment('secret.txt', 'http://10.0.0.1/secret.txt'),
          attachment('locked.txt', `${base}/locked.txt`),
          // Not a file but a link, which stays one.
          attachment('A page', `${base}/page`, { isUpload: false }),
        ],
      },
    ],
  };
}

async function bringIn(json: string, with_files: boolean): Promise<Import> {
  const body = new FormData();
  body.set('kind', 'trello');
  body.set('file', new Blob([json]), 'board.json');
  const { data } = await admin.raw('import/upload', { method: 'POST', body });
  const look = data as unknown as Import;
  expect(look.report.counts).toMatchObject({ attachments: 6, files: 5 });
  await admin.call(importStart, { import_id: look.id, with_files });
  for (;;) {
    const now = await admin.call(importStatus, { import_id: look.id });
    if (now.status !== 'running') return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a board’s files are fetched on request, and failed ones are listed', async () => {
  const json = JSON.stringify(board());
  const without = await bringIn(json, false);
  expect(without).toMatchObject({ status: 'done', total: 1, result: { created: { projects: 1, attachments: 6 } } });
  expect(without.result?.problems).toBeUndefined();
  expect(asked).toEqual([]);

  // The board exists already; its files are added.
  const { result, done, total } = await bringIn(json, true);
  expect([done, total]).toEqual([6, 6]);
  expect(result?.created).toEqual({ files: 2 });
  const named = (what: string, ...names: string[]) => ({
    what,
    count: names.length,
    where: names.map((each) => `Paint › ${each}`),
  });
  expect(result?.problems?.toSorted((a, b) => a.what.localeCompare(b.what))).toEqual([
    named('file_failed', 'locked.txt'),
    named('file_large', 'large.bin'),
    named('file_refused', 'secret.txt'),
  ]);
  expect(asked.toSorted()).toEqual(['/cover.png', '/large.bin', '/locked.txt', '/plan.txt']);
  const { data } = await admin.call(taskLists, { project_id: result?.links[0]?.id ?? 0 });
  expect(data[0]).toMatchObject({ name: 'Paint', file_num: 2 });
  const files = await admin.call(taskFiles, { task_id: data[0]?.id ?? 0 });
  const cover = files.find(({ name }) => name === 'Cover.png');
  expect(cover).toMatchObject({ is_picture: true, width: 40, height: 30, userid: admin.userid });
  const plan = files.find(({ name }) => name === 'plan.txt');
  expect((await admin.call(taskFiledetail, { file_id: plan?.id ?? 0 })).content).toMatchObject({ content: 'the plan' });

  // A second run requests no file again and changes nothing.
  asked.length = 0;
  expect((await bringIn(json, true)).result?.created).toEqual({});
  expect(asked.toSorted()).toEqual(['/large.bin', '/locked.txt']);
  expect(await admin.call(taskFiles, { task_id: data[0]?.id ?? 0 })).toEqual(files);
});

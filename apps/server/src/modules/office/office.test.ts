import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as d from '@atrium/contract/files/drive.ts';
import { officeKinds, officeOpen } from '@atrium/contract/files/office.ts';
import { logout } from '@atrium/contract/people/sessions.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { upload } from '../drive/drive.testing.ts';

let office: Server;
let server: TestServer;
let admin: TestClient;
let host = '';
const discovery = () => `<?xml version="1.0"?><wopi-discovery><net-zone name="external-http"><app name="writer">
  <action ext="docx" name="edit" urlsrc="http://${host}/cool.html?&lt;ui=UI_LLCC&amp;&gt;"/>
  <action ext="DOCX" name="view" urlsrc="http://${host}/cool.html?"/>
  <action ext="xlsx" name="edit" urlsrc="http://${host}/cool.html?"/>
  <action ext="exe" name="edit" urlsrc="javascript:alert(1)"/>
</app></net-zone></wopi-discovery>`;

beforeAll(async () => {
  office = createServer((request, reply) => {
    reply.end(request.url === '/hosting/discovery' ? discovery() : 'nothing');
  }).listen(0, '127.0.0.1');
  await once(office, 'listening');
  host = `127.0.0.1:${(office.address() as AddressInfo).port}`;
  const databaseUrl = await cloneTemplate(`atrium_office_${process.pid}`);
  server = await startServer({ databaseUrl, localHosts: [host] });
  admin = await person('admin', { server });
});
afterAll(async () => {
  await server.close();
  office.close();
});

/** An office server as the protocol describes it (MS-WOPI). */
class Office {
  readonly source: string;
  readonly token: string;
  constructor(source: string, token: string) {
    this.source = source.replace('http://atrium.test', server.base);
    this.token = token;
  }

  /** Reads the page as a browser does: the form goes to the office server, with the key in its body. */
  static async open(by: TestClient, id: number): Promise<Office> {
    const { url } = await by.call(officeOpen, { id });
    const answer = await fetch(`${server.base}${url}`);
    const page = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain(`frame-src http://${host}`);
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, token = ''] = /name="access_token" value="([^"]+)"/.exec(page) ?? [];
    const address = new URL(action.replaceAll('&amp;', '&'));
    expect(address.host).toBe(host);
    expect(action).not.toContain(token);
    return new Office(address.searchParams.get('WOPISrc') ?? '', token);
  }

  ask(path = '', init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    return fetch(`${this.source}${path}?access_token=${encodeURIComponent(this.token)}`, init);
  }
  info = async () => (await (await this.ask()).json()) as Record<string, unknown>;
  lock = (action: string, lock = '', old = '') =>
    this.ask('', {
      method: 'POST',
      headers: { 'x-wopi-override': action, 'x-wopi-lock': lock, ...(old && { 'x-wopi-oldlock': old }) },
    });
  put = (content: string, lock = '') =>
    this.ask('/contents', {
      method: 'POST',
      headers: { 'x-wopi-override': 'PUT', 'x-wopi-lock': lock, 'content-type': 'application/octet-stream' },
      body: content,
    });
}

const code = (name: string) => ({ data: { code: name } });

test('without an office server nothing is offered or made; a server that does not answer is refused', async () => {
  expect(await admin.call(officeKinds, {})).toEqual({ edit: [], view: [] });
  const word = { name: unique('Letter'), type: 'word' } as const;
  await expect(admin.call(d.driveAdd, word)).rejects.toMatchObject(code('office.none'));
  expect(await admin.call(d.driveLists, {})).toEqual([]);
  const save = (office_server: string) => admin.call(systemSetting, { type: 'save', office_server });
  await expect(save('ftp://office.example')).rejects.toMatchObject(code('setting.address'));
  await expect(save(`http://${host}/elsewhere`)).rejects.toMatchObject(code('office.unreachable'));
  await save(`http://${host}`);
  expect((await admin.call(systemSetting, {})).office_server).toBe('');
  expect(await admin.call(officeKinds, {})).toEqual({ edit: ['docx', 'xlsx'], view: ['docx'] });
});

test('an office file is made, opened, locked, edited and unlocked by an office server', async () => {
  const [ada, bo, eve] = [
    await person('ada', { server }),
    await person('bo', { server }),
    await person('eve', { server }),
  ];
  const file = await ada.call(d.driveAdd, { name: 'Letter', type: 'word' });
  expect(file).toMatchObject({ ext: 'docx', type: 'word' });
  expect(file.size).toBeGreaterThan(500);
  const one = await Office.open(ada, file.id);
  const info = await one.info();
  expect(info).toMatchObject({
    BaseFileName: 'Letter.docx',
    Size: file.size,
    UserCanWrite: true,
    UserId: String(ada.userid),
  });
  const bytes = Buffer.from(await (await one.ask('/contents')).arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');

  // Locks: one holder at a time, who may exchange it; another gets the holder's lock.
  expect((await one.lock('LOCK', 'L1')).status).toBe(200);
  expect((await one.lock('LOCK', 'L1')).status).toBe(200);
  const other = await one.lock('LOCK', 'L2');
  expect([other.status, other.headers.get('x-wopi-lock')]).toEqual([409, 'L1']);
  expect((await one.lock('GET_LOCK')).headers.get('x-wopi-lock')).toBe('L1');
  expect((await one.lock('LOCK', 'L3', 'L1')).status).toBe(200);
  expect((await one.lock('REFRESH_LOCK', 'L1')).status).toBe(409);

  // Content only with the lock. It is a version, which others hear of.
  expect((await one.put('stolen', 'L1')).status).toBe(409);
  const put = await one.put('written', 'L3');
  expect(put.status).toBe(200);
  expect(put.headers.get('x-wopi-itemversion')).not.toBe(info['Version']);
  expect(await (await one.ask('/contents')).text()).toBe('written');
  expect((await ada.call(d.driveHistory, { id: file.id })).total).toBe(2);
  expect((await one.lock('UNLOCK', 'L3')).status).toBe(200);
  // A lost lock overwrites nothing.
  expect((await one.put('late', 'L3')).status).toBe(409);
  expect((await one.lock('RENAME_FILE', 'x')).status).toBe(501);

  // A reader reads; strangers get nothing; rights and sign-ins count with each request.
  await ada.call(d.driveShareUpdate, { id: file.id, userids: [bo.userid], permission: 0 });
  const two = await Office.open(bo, file.id);
  expect(await two.info()).toMatchObject({ UserCanWrite: false, ReadOnly: true });
  expect((await two.lock('LOCK', 'B')).status).toBe(403);
  expect((await two.put('x')).status).toBe(403);
  await expect(eve.call(officeOpen, { id: file.id })).rejects.toMatchObject(code('file.gone'));
  await ada.call(d.driveShareUpdate, { id: file.id, userids: [bo.userid], permission: -1 });
  expect((await two.ask()).status).toBe(404);
  const [otherFile] = await upload(ada, 'Other.docx', 'bytes');
  const moved = new Office(one.source.replace(/\d+$/, String(otherFile?.id)), one.token);
  expect((await moved.ask()).status).toBe(401);
  expect((await new Office(one.source, 'made-up').ask()).status).toBe(401);
  // The key of a download is in addresses that people forward: it does not write.
  const { key } = await ada.call(d.driveOne, { id: String(file.id) });
  expect((await new Office(one.source, key).put('x', 'L3')).status).toBe(401);
  await ada.call(logout, {});
  expect((await one.ask()).status).toBe(401);
});

test('files of other kinds are not opened there, and a page without its key shows nothing', async () => {
  const ada = await person('ada', { server });
  const [program] = await upload(ada, 'a.exe', 'bytes');
  await expect(ada.call(officeOpen, { id: program?.id ?? 0 })).rejects.toMatchObject(code('office.kind'));
  for (const type of ['excel', 'ppt'] as const)
    expect((await ada.call(d.driveAdd, { name: unique('New'), type })).size).toBeGreaterThan(500);
  expect((await fetch(`${server.base}/office/${program?.id}?key=x`)).status).toBe(403);
});

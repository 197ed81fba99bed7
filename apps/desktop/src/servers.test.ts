import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { checkServer } from './checkServer.ts';
import {
  connectTo,
  countUnread,
  firstPage,
  forgetServer,
  NO_SERVERS,
  readAddress,
  readServers,
  totalUnread,
} from './servers.ts';
import { Store } from './store.ts';

test('an address is completed with https, and without encryption only this computer is reached', () => {
  expect(readAddress(' work.example ')).toEqual({ url: 'https://work.example' });
  expect(readAddress('https://work.example:8443/login?x=1')).toEqual({ url: 'https://work.example:8443' });
  expect(readAddress('localhost:8080')).toEqual({ url: 'http://localhost:8080' });
  expect(readAddress('127.0.0.1:8080/manage')).toEqual({ url: 'http://127.0.0.1:8080' });
  for (const bad of [
    'http://work.example',
    'ftp://work.example',
    'javascript://x',
    'https://me:word@work.example',
    '::',
  ])
    expect(readAddress(bad), bad).toEqual({ problem: 'shell.bad_address' });
});

// covers C8-05
test('a shell without a server address says so', () => {
  expect(firstPage(NO_SERVERS)).toEqual({ problem: 'shell.no_address' });
  expect(readAddress('  ')).toEqual({ problem: 'shell.no_address' });
  expect(firstPage(connectTo(NO_SERVERS, 'https://work.example'))).toEqual({ url: 'https://work.example' });
});

test('servers are switched, counted and forgotten', () => {
  let servers = connectTo(connectTo(NO_SERVERS, 'https://a.example', 'Team A'), 'https://b.example');
  servers = countUnread(countUnread(servers, 'https://a.example', 3), 'https://b.example', 2);
  expect([servers.current, totalUnread(servers)]).toEqual(['https://b.example', 5]);
  servers = connectTo(servers, 'https://a.example');
  expect(servers.list.map(({ name, unread }) => [name, unread])).toEqual([
    ['Team A', 3],
    ['b.example', 2],
  ]);
  servers = forgetServer(servers, 'https://a.example');
  expect(servers.current).toBe('https://b.example');
  expect(forgetServer(servers, 'https://b.example')).toEqual({ current: '', list: [] });
});

test('a damaged or tampered store starts without what is invalid', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-shell-'));
  const file = join(folder, 'atrium.json');
  expect(new Store(folder).now).toEqual({ servers: NO_SERVERS, screenshotKey: '', bounds: undefined });
  new Store(folder).change({ servers: connectTo(NO_SERVERS, 'https://a.example'), screenshotKey: 'S' });
  expect(new Store(folder).now).toMatchObject({ servers: { current: 'https://a.example' }, screenshotKey: 'S' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('servers');
  writeFileSync(file, '{');
  expect(new Store(folder).now.servers).toEqual(NO_SERVERS);
  const list = [{ url: 'http://plain.example' }, null, { url: 'https://ok.example', unread: 'x' }];
  expect(readServers({ current: 'http://plain.example', list })).toEqual({
    current: 'https://ok.example',
    list: [{ url: 'https://ok.example', name: '', unread: 0 }],
  });
});

test('only an Atrium server is connected to, at the very address', async () => {
  const answer = (body: unknown, status = 200) => vi.fn(async () => Response.json(body, { status }));
  const atrium = answer({ ret: 1, version: '1.0.0', publish: {} });
  expect(await checkServer('work.example', atrium)).toEqual({ url: 'https://work.example' });
  expect(atrium).toHaveBeenCalledWith(
    'https://work.example/api/system/version',
    expect.objectContaining({ redirect: 'error', credentials: 'omit' }),
  );
  const gone = { problem: 'shell.unreachable' };
  expect(await checkServer('work.example', answer({ hello: 1 }))).toEqual(gone);
  expect(await checkServer('work.example', answer({ version: '1', publish: {} }, 500))).toEqual(gone);
  const lost = vi.fn(async () => {
    throw new TypeError('no network');
  });
  expect(await checkServer('work.example', lost)).toEqual(gone);
  const never = vi.fn();
  expect(await checkServer('http://work.example', never)).toEqual({ problem: 'shell.bad_address' });
  expect(never).not.toHaveBeenCalled();
});

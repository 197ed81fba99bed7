import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isPublic, makeOutbound, OutboundRefused, OutboundTooLarge } from './outbound.ts';

test('local addresses are never requested, in any notation', async () => {
  const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
  const inside6 = ['::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'];
  for (const address of [...inside, ...inside6]) expect([address, isPublic(address)]).toEqual([address, false]);
  for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1']) {
    expect([address, isPublic(address)]).toEqual([address, true]);
  }

  const { ask, close } = makeOutbound();
  const get = (url: string) => ask({ url, method: 'GET', headers: {} });
  for (const url of [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://0x7f000001/',
    'https://[::1]:8443/',
    'https://[::ffff:7f00:1]/',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    await expect(get(url), url).rejects.toThrow(/public|https/);
  }
  // A name is checked when it is resolved.
  await expect(get('https://localhost/')).rejects.toThrow('localhost is not a public address');
  close();
});

test('translated, tunneled and reserved address ranges are never requested', () => {
  const inside = [
    '64:ff9b:1::a00:1',
    '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
    '::10.0.0.1',
    '::127.0.0.1',
    '::ffff',
    'fec0::1',
    'feff::1',
    '2001::1',
    '2001:0:7f00:1::',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a00:1',
    '2002:7f00:1::',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    'fe80::1%eth0',
    '192.0.0.1',
    '192.88.99.1',
    '198.18.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '224.0.0.1',
    '',
    'localhost',
    '1.1.1.1.1',
  ];
  expect(inside.filter((address) => isPublic(address))).toEqual([]);
});

test('a name that resolves elsewhere a moment later is not followed', async () => {
  const server = createServer((_, response) => response.setHeader('connection', 'close').end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const open = { address: '127.0.0.1', family: 4 };
  const inside = { address: '10.0.0.1', family: 4 };
  const answers = [[open], [inside], [open, inside], [inside, open]];
  const asked: string[] = [];
  const { ask, close } = makeOutbound({
    protocol: 'http:',
    isOpen: (address) => address === open.address,
    resolve(name, _, done) {
      asked.push(name);
      done(null, answers.shift() ?? []);
    },
  });
  onTestFinished(close);
  const url = `http://rebound.example:${(server.address() as AddressInfo).port}/`;
  const get = () => ask({ url, method: 'GET', headers: {} });
  // The checked address is the one connected to: the name is not resolved a second time.
  expect(await get()).toEqual({ status: 200, body: 'here' });
  expect(asked).toEqual(['rebound.example']);
  for (let turn = 0; turn < 4; turn++) await expect(get()).rejects.toThrow(OutboundRefused);
  expect(asked).toHaveLength(5);
});

test('a file is streamed within its limit, and redirects cannot escape', async () => {
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/with-length':
        return response.writeHead(200, { 'content-length': 11 }).end('eleven said');
      case '/untold':
        // Declares no length, and exceeds the limit.
        for (let part = 0; part < 40; part++) response.write('x'.repeat(1000));
        return response.end();
      case '/moved':
        return response.writeHead(302, { location: '/small' }).end();
      case '/round':
        return response.writeHead(302, { location: '/round' }).end();
      case '/inside':
        return response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
      case '/small':
        return response.end('small');
      default:
        return response.writeHead(403).end('no');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(tmpdir(), 'outbound-'));
  const { download, close } = makeOutbound({ protocol: 'http:', isOpen: (address) => address === '127.0.0.1' });
  onTestFinished(async () => {
    close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const to = path.join(folder, 'file');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchFile = (name: string, maxBytes = 10) => download({ url: `${base}${name}`, to, maxBytes });
  expect(await fetchFile('/small', 5)).toEqual({ bytes: 5 });
  expect(await fetchFile('/moved')).toEqual({ bytes: 5 });
  expect(await readFile(to, 'utf8')).toBe('small');
  expect(await fetchFile('/with-length', 11)).toEqual({ bytes: 11 });
  await expect(fetchFile('/with-length')).rejects.toThrow(OutboundTooLarge);
  await expect(fetchFile('/untold', 20_000)).rejects.toThrow(OutboundTooLarge);
  await expect(fetchFile('/inside')).rejects.toThrow(OutboundRefused);
  await expect(fetchFile('/round')).rejects.toThrow('the answer was 302');
  await expect(fetchFile('/none')).rejects.toThrow('the answer was 403');
  await expect(download({ url: 'http://10.0.0.1/', to, maxBytes: 10 })).rejects.toThrow(OutboundRefused);
  const real = makeOutbound();
  for (const url of [`${base}/small`, 'https://127.0.0.1/', 'https://localhost/'])
    await expect(real.download({ url, to, maxBytes: 10 }), url).rejects.toThrow(OutboundRefused);
  real.close();
});

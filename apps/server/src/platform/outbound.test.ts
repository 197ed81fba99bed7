import { expect, test } from 'vitest';
import { isPublic, makeOutbound } from './outbound.ts';

test('addresses beside the server are not asked, however they are written', async () => {
  const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
  const inside6 = ['::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'];
  for (const address of [...inside, ...inside6]) expect([address, isPublic(address)]).toEqual([address, false]);
  for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111']) expect(isPublic(address)).toBe(true);

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
  // A name is looked at when it is resolved.
  await expect(get('https://localhost/')).rejects.toThrow('localhost is not a public address');
  close();
});

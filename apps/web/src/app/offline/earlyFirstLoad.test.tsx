import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientHost } from '#sync/clientHost.ts';
import { requestFirstLoad } from '#sync/store/earlyFirstLoad.ts';
import { noteStored } from '#sync/store/storedWorkspace.ts';

const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let answer = 'first';

beforeEach(() => {
  localStorage.setItem('token', 'mine');
  answer = 'first';
  asked.mockReset();
  asked.mockImplementation(async () => new Response(answer));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.removeItem('token');
});

const read = async (token: string, url = '/api/sync/start') => {
  const response = await clientHost.fetch(url, { method: 'POST', headers: { token }, body: '{}' });
  return response.text();
};

test('the first load is requested while the code loads, and its answer is used once', async () => {
  requestFirstLoad();
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.calls[0]?.[0]).toBe('/api/sync/start');
  expect(asked.mock.calls[0]?.[1].headers).toMatchObject({ token: 'mine', addresses: 'bare', platform: 'web' });
  answer = 'second';
  expect(await read('mine', '/api/system/version')).toBe('second');
  expect(await read('mine')).toBe('first');
  expect(await read('mine')).toBe('second');
  expect(asked).toHaveBeenCalledTimes(3);
});

test('an answer to another session is not used', async () => {
  requestFirstLoad();
  answer = 'theirs';
  expect(await read('of another person')).toBe('theirs');
  expect(await read('mine')).toBe('first');
});

test('a failed request ahead fails the load, which the client tries again', async () => {
  asked.mockRejectedValueOnce(new TypeError('network'));
  requestFirstLoad();
  await expect(read('mine')).rejects.toThrow('network');
  expect(await read('mine')).toBe('first');
});

test('nothing is requested ahead where nobody is signed in or a workspace is stored', () => {
  noteStored(true);
  requestFirstLoad();
  noteStored(false);
  localStorage.removeItem('token');
  requestFirstLoad();
  expect(asked).not.toHaveBeenCalled();
});

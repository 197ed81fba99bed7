import type { AppProps } from '@atrium/app/atrium.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { type BridgeHost, makeBridge } from './bridge.ts';

const host = {
  props: vi.fn(() => ({ app: 'notes' }) as AppProps),
  token: vi.fn(async () => ({ token: 'atrium_app_x', seconds: 3600, permissions: [] })),
  openTask: vi.fn(),
  openDialog: vi.fn(),
  openFile: vi.fn(),
  pickPeople: vi.fn(async () => null),
  notice: vi.fn(),
  setTitle: vi.fn(),
  close: vi.fn(),
  badge: vi.fn(async () => undefined),
} satisfies BridgeHost;
beforeEach(() => vi.clearAllMocks());

test('an app asks for what the bridge offers, and gets an answer to each request', async () => {
  const bridge = makeBridge(() => host);
  expect(await bridge({ id: 1, method: 'props', params: {} })).toEqual({ id: 1, answer: { app: 'notes' } });
  expect(await bridge({ id: 2, method: 'openTask', params: { id: 7 } })).toEqual({ id: 2, answer: null });
  expect(host.openTask).toHaveBeenCalledWith(7);
  await bridge({ id: 3, method: 'openDialog', params: { id: 4, message: 9 } });
  expect(host.openDialog).toHaveBeenCalledWith(4, 9);
  await bridge({ id: 4, method: 'pickPeople', params: { chosen: [2], most: 5000, title: 'Who' } });
  expect(host.pickPeople).toHaveBeenCalledWith({ title: 'Who', chosen: [2], most: 50 });
  await bridge({ id: 5, method: 'badge', params: { count: 3 } });
  expect(host.badge).toHaveBeenCalledWith({ count: 3, dot: false, key: '' });
});

test('what an app must not send changes nothing', async () => {
  const bridge = makeBridge(() => host);
  const codes = [];
  for (const [method, params] of [
    ['openTask', { id: '7' }],
    ['openTask', { id: 1.5 }],
    ['openTask', null],
    ['openFile', { id: -1 }],
    ['notice', { text: { toString: 'x' } }],
    ['setTitle', { title: '' }],
    ['badge', { count: 1e9 }],
    ['pickPeople', { chosen: ['1'] }],
    ['pickPeople', { chosen: Array.from({ length: 300 }, () => 1) }],
    ['constructor', {}],
    ['__proto__', {}],
    ['eval', { code: 'x' }],
  ] as const) {
    const reply = await bridge({ id: 1, method, params });
    codes.push(reply && 'error' in reply ? reply.error.code : 'ok');
  }
  expect(codes).toEqual([
    ...Array.from({ length: 9 }, () => 'bad_params'),
    ...Array.from({ length: 3 }, () => 'unknown_method'),
  ]);
  for (const message of [null, 'props', [], { method: 'props' }, { id: 'x', method: 'props' }, { id: 1, method: {} }]) {
    expect(await bridge(message)).toBeNull();
  }
  for (const each of [host.openTask, host.openFile, host.notice, host.setTitle, host.badge, host.pickPeople]) {
    expect(each).not.toHaveBeenCalled();
  }
});

test('an app that calls without end is slowed down, and works again later', async () => {
  let at = 0;
  const bridge = makeBridge(
    () => host,
    () => at,
  );
  const ask = async () => {
    const reply = await bridge({ id: 1, method: 'props', params: {} });
    return reply && 'error' in reply ? reply.error.code : 'ok';
  };
  for (let count = 0; count < 200; count++) await ask();
  expect(await ask()).toBe('busy');
  at = 10_001;
  expect(await ask()).toBe('ok');
});

test('the server’s words reach the app as an error', async () => {
  host.badge.mockRejectedValueOnce(Object.assign(new Error('This app isn’t installed.'), { code: 'app.missing' }));
  expect(await makeBridge(() => host)({ id: 8, method: 'badge', params: {} })).toEqual({
    id: 8,
    error: { code: 'app.missing', message: 'This app isn’t installed.' },
  });
});

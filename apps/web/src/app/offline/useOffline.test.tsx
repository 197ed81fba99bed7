import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { useOffline } from './useOffline.ts';

const MINUTE = 60_000;
const FIRST = 10_000;

class Worker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
// Its listener outlives the test: a window of a later one that comes to the front asks it for an update.
const registration = (more: object) =>
  Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    active: null,
    update: async () => undefined,
    ...more,
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('an application that failed to cache a file is cached later, once', async () => {
  const [first, last] = [new Worker(), new Worker()];
  const register = vi
    .fn()
    .mockResolvedValueOnce(registration({ installing: first }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    // It failed before anybody could check.
    .mockResolvedValueOnce(registration({}))
    .mockResolvedValue(registration({ installing: last }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { register } }));
  // It was ready before anybody listened.
  vi.spyOn(client, 'state', 'get').mockReturnValue('ready');
  renderHook(() => useOffline());
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE));
  // It is still loading.
  expect(register).toHaveBeenCalledTimes(1);
  // It waits while the reader is doing something, and hears of it twice a second.
  const press = (timeStamp: number) =>
    window.dispatchEvent(Object.defineProperty(new MouseEvent('click'), 'timeStamp', { value: timeStamp }));
  for (const timeStamp of [1000, 1200, 1499, 1500]) press(timeStamp);
  expect(first.postMessage.mock.calls).toEqual([[{ type: 'BUSY' }], [{ type: 'BUSY' }]]);
  first.become('redundant');
  await act(() => vi.advanceTimersByTimeAsync(0));
  press(9000);
  expect(first.postMessage).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(FIRST - 1));
  expect(register).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(register).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(2 * FIRST));
  expect(register).toHaveBeenCalledTimes(3);
  await act(() => vi.advanceTimersByTimeAsync(4 * FIRST));
  expect(register).toHaveBeenCalledTimes(4);
  last.become('installed');
  await act(() => vi.advanceTimersByTimeAsync(24 * 60 * MINUTE));
  expect(register).toHaveBeenCalledTimes(4);
});

test('the first caching waits until nothing is loaded and nobody presses a key, but not for ever', async () => {
  vi.resetModules();
  const [{ useOffline: keepFresh }, { client: own }] = await Promise.all([
    import('./useOffline.ts'),
    import('#sync/session.ts'),
  ]);
  const active = { active: new Worker() };
  const register = vi.fn(async () => registration(active));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { register } }));
  vi.spyOn(own, 'state', 'get').mockReturnValue('ready');
  let onArrival = () => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: () => void) {
        onArrival = listener;
      }
      observe() {}
      disconnect() {
        onArrival = () => {};
      }
    },
  );
  renderHook(() => keepFresh());
  await act(() => vi.advanceTimersByTimeAsync(2900));
  onArrival();
  await act(() => vi.advanceTimersByTimeAsync(2900));
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  await act(() => vi.advanceTimersByTimeAsync(2900));
  expect(register).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(register).toHaveBeenCalledTimes(1);

  // In a page that is never quiet.
  vi.resetModules();
  const { useOffline: keepBusy } = await import('./useOffline.ts');
  const { client: busy } = await import('#sync/session.ts');
  vi.spyOn(busy, 'state', 'get').mockReturnValue('ready');
  renderHook(() => keepBusy());
  for (let second = 0; second < 29; second += 1) {
    onArrival();
    await act(() => vi.advanceTimersByTimeAsync(1000));
  }
  expect(register).toHaveBeenCalledTimes(1);
  onArrival();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(register).toHaveBeenCalledTimes(2);
});

test('an update installs the newest version that waits; what another tab has installed is only loaded', async () => {
  vi.resetModules();
  const { useOffline: keepFresh } = await import('./useOffline.ts');
  const [{ useUpdate }, { useNotices }, { client: own }, { host }] = await Promise.all([
    import('#app/updates/update.ts'),
    import('#ui/overlays/notices.ts'),
    import('#sync/session.ts'),
    import('#host/browser.ts'),
  ]);
  const waiting = () => ({ postMessage: vi.fn() });
  const [first, second] = [waiting(), waiting()];
  let asked = 0;
  const update = async () => void (asked += 1);
  const known = registration({ active: {}, waiting: first, update });
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, register: async () => known });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));
  vi.spyOn(own, 'state', 'get').mockReturnValue('ready');
  vi.spyOn(own.api, 'read').mockRejectedValue(new Error('no network'));
  const reload = vi.spyOn(host, 'startAt').mockReturnValue();
  renderHook(() => keepFresh());
  await act(() => vi.advanceTimersByTimeAsync(1));
  await act(async () => useNotices.getState().list[0]?.action?.run());
  await act(() => vi.advanceTimersByTimeAsync(1));
  Object.assign(known, { waiting: second });
  useUpdate.getState().found?.install();
  expect([first.postMessage.mock.calls.length, second.postMessage.mock.calls]).toEqual([
    0,
    [[{ type: 'SKIP_WAITING' }]],
  ]);
  expect(reload).not.toHaveBeenCalled();
  Object.assign(known, { waiting: null });
  useUpdate.getState().found?.install();
  expect(reload).toHaveBeenCalledOnce();
  // A window that comes to the front asks for a newer one.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toBe(1);
});

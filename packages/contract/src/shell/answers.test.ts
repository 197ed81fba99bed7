import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleMessage, Refusal } from './answers.ts';
import type { FromShell } from './bridge.ts';
import { awaitReady } from './ready.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a shell answers every question once, and ignores what is no message', async () => {
  const sent: FromShell[] = [];
  const badge = vi.fn();
  const handle = (message: object | string) =>
    handleMessage(
      typeof message === 'string' ? message : JSON.stringify(message),
      { badge },
      {
        update: async () => ({ version: '2.0.0', notes: '' }),
        latest_photo: () => {
          throw new Refusal('expired');
        },
        servers: () => {
          throw new Error('bug');
        },
      },
      (answer) => sent.push(answer),
    );
  await handle({ say: 'badge', count: 3 });
  await handle({ say: 'leave' });
  await handle('noise');
  expect(badge).toHaveBeenCalledExactlyOnceWith({ count: 3 });
  expect(sent).toEqual([]);
  await handle({ ask: 'update', number: 1 });
  await handle({ ask: 'latest_photo', number: 2, max_age_ms: 60_000 });
  await handle({ ask: 'servers', number: 3 });
  await handle({ ask: 'settings', number: 4 });
  expect(sent).toEqual([
    { answer: 1, ok: true, value: { version: '2.0.0', notes: '' } },
    { answer: 2, ok: false, why: 'expired' },
    { answer: 3, ok: false, why: 'failed' },
    { answer: 4, ok: false, why: 'unknown' },
  ]);
});

test('a client that is not ready after 15 seconds is reported, once', async () => {
  const missing = vi.fn();
  const ready = awaitReady(missing);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(missing).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(missing).toHaveBeenCalledOnce();
  ready();
  awaitReady(missing)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(missing).toHaveBeenCalledOnce();
});

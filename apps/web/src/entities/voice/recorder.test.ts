import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Microphone, type RecorderDeps, releaseActionOf, VoiceRecorder } from './recorder.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A microphone that delivers sound until it is stopped. */
function studio(more: Partial<RecorderDeps> = {}) {
  const heard = {
    states: [] as string[],
    problems: [] as string[],
    done: [] as number[],
    isDropped: false,
    isStuck: false,
  };
  let openedAt = 0;
  let stuckAt = 0;
  const mic: Microphone = {
    level: () => 0.5,
    arrived: () => (heard.isStuck ? (stuckAt ||= Date.now() - openedAt) : Date.now() - openedAt),
    end: async () => ({ content: new Blob(['x']), duration: Date.now() - openedAt }),
    drop: () => {
      heard.isDropped = true;
    },
  };
  const recorder: VoiceRecorder = new VoiceRecorder({
    open: async () => {
      openedAt = Date.now();
      return mic;
    },
    now: () => Date.now(),
    changed: () => heard.states.push(recorder.state),
    done: ({ duration }) => heard.done.push(duration),
    failed: (problem, cause) => heard.problems.push(cause ? `${problem}: ${cause}` : problem),
    ...more,
  });
  return { recorder, heard };
}

// covers B4-18
test('the recorder starts, opens the microphone, records, and stops with the recording', async () => {
  const { recorder, heard } = studio();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(2000);
  expect(recorder.elapsed).toBe(2000);
  await recorder.finish();
  expect(heard).toMatchObject({ states: ['ready', 'ing', 'stop'], problems: [], done: [2000] });
});

// covers B5-01, B9-02
test('under 600 ms is too short, as is releasing before the microphone opens', async () => {
  const { recorder, heard } = studio();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(599);
  await recorder.finish();
  expect(heard).toMatchObject({ problems: ['record.short'], done: [], isDropped: true });

  let isAllowed = (_mic: Microphone) => {};
  let isClosed = false;
  const slow = studio({ open: () => new Promise((resolve) => (isAllowed = resolve)) });
  const starting = slow.recorder.start();
  await slow.recorder.finish();
  expect(slow.heard.problems).toEqual(['record.short']);
  isAllowed({
    level: () => 0,
    arrived: () => 0,
    end: async () => ({ content: new Blob(), duration: 0 }),
    drop: () => (isClosed = true),
  });
  await starting;
  expect(slow.recorder.state).toBe('stop');
  expect(isClosed).toBe(true);
});

// covers B5-02, B9-02
test('recording stops after three minutes and returns all of it', async () => {
  const { recorder, heard } = studio();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(179_999);
  expect(recorder.state).toBe('ing');
  await vi.advanceTimersByTimeAsync(1);
  expect(recorder.state).toBe('stop');
  expect(heard.done).toEqual([180_000]);
});

// covers B5-03, B8-09
test('a silent microphone is given up within two seconds', async () => {
  const { recorder, heard } = studio();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(3000);
  heard.isStuck = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard).toMatchObject({ problems: ['record.failed'], done: [], isDropped: true });
  await recorder.finish();
  expect(heard.problems).toHaveLength(1);
});

// covers B5-04, B8-09
test('a denied microphone cancels the recording with a reason', async () => {
  const { recorder, heard } = studio({ open: () => Promise.reject(new Error('Permission denied')) });
  await recorder.start();
  expect(heard).toMatchObject({ states: ['ready', 'stop'], problems: ['record.no_mic: Permission denied'] });
});

const PHONE = { width: 390, height: 844 };
const from = { x: 350, y: 800 };

// covers B4-20
test('sliding up by more than a tenth of the screen cancels', () => {
  expect(releaseActionOf(from, { x: 350, y: 716 }, PHONE)).toBe('send');
  expect(releaseActionOf(from, { x: 350, y: 715 }, PHONE)).toBe('cancel');
  expect(releaseActionOf(from, { x: 350, y: 900 }, PHONE)).toBe('send');
});

// covers B4-21
test('sliding left by more than a tenth of the width transcribes; sliding up cancels', () => {
  expect(releaseActionOf(from, { x: 311, y: 800 }, PHONE)).toBe('send');
  expect(releaseActionOf(from, { x: 310, y: 800 }, PHONE)).toBe('text');
  expect(releaseActionOf(from, { x: 380, y: 800 }, PHONE)).toBe('send');
  expect(releaseActionOf(from, { x: 200, y: 600 }, PHONE)).toBe('cancel');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerStreams, batchOf } from './answerStreams.ts';

class Source {
  static all: Source[] = [];
  readonly url: string;
  readonly listeners = new Map<string, (event: Event) => void>();
  isClosed = false;
  constructor(url: string) {
    this.url = url;
    Source.all.push(this);
  }
  addEventListener(event: string, run: unknown): void {
    this.listeners.set(event, run as (event: Event) => void);
  }
  close(): void {
    this.isClosed = true;
  }
  send(event: string, content = ''): void {
    this.listeners.get(event)?.({ data: JSON.stringify({ content }) } as MessageEvent);
  }
}

let shown: string[] = [];
let isFinal = false;
let streams: AnswerStreams;
const follow = (at: number) => streams.follow({ msg_id: at, dialog_id: 1, stream_url: `/ai/stream/${at}` });
beforeEach(() => {
  vi.useFakeTimers();
  Source.all = [];
  shown = [];
  isFinal = false;
  streams = new AnswerStreams((url) => new Source(url) as never, {
    show(_id, text) {
      shown.push(text);
      return !isFinal;
    },
  });
});
afterEach(() => vi.useRealTimers());

// covers C4-27
test('the first words replace, later ones append, and the last frame ends the stream', () => {
  follow(1);
  const [source] = Source.all;
  source?.send('replace', 'Good');
  source?.send('append', ' morning');
  vi.advanceTimersByTime(500);
  expect(shown.at(-1)).toBe('Good morning');
  expect(shown[0]?.length).toBeLessThan(12);
  source?.send('done', 'Good morning');
  vi.advanceTimersByTime(100);
  expect([source?.isClosed, streams.size]).toEqual([true, 0]);
});

// covers C9-04
test('a lost stream is opened again five times after three seconds each, and any frame resets the count', () => {
  follow(1);
  const lose = () => {
    Source.all.at(-1)?.send('error');
    vi.advanceTimersByTime(2999);
    const before = Source.all.length;
    vi.advanceTimersByTime(1);
    return Source.all.length - before;
  };
  expect([lose(), lose(), lose(), lose()]).toEqual([1, 1, 1, 1]);
  Source.all.at(-1)?.send('replace', 'Back');
  expect([lose(), lose(), lose(), lose(), lose(), lose()]).toEqual([1, 1, 1, 1, 1, 0]);
  expect(streams.size).toBe(0);
});

test('ten streams are kept, the oldest is closed first, and a repeated or foreign address is ignored', () => {
  for (let at = 1; at <= 11; at++) follow(at);
  follow(11);
  expect(Source.all).toHaveLength(11);
  expect(Source.all.map(({ isClosed }) => isClosed)).toEqual([true, ...Array.from({ length: 10 }, () => false)]);
  for (const stream_url of ['https://elsewhere.example/x', '//elsewhere.example/x'])
    streams.follow({ msg_id: 12, dialog_id: 1, stream_url });
  expect(Source.all).toHaveLength(11);
});

test('words are typed in batches of 1, 2, 5 and 10, and stop once the message has its final text', () => {
  expect([5, 20, 50, 51].map(batchOf)).toEqual([1, 2, 5, 10]);
  follow(1);
  Source.all[0]?.send('replace', 'x'.repeat(200));
  vi.advanceTimersByTime(50);
  isFinal = true;
  vi.advanceTimersByTime(100);
  const { length } = shown;
  vi.advanceTimersByTime(500);
  expect(shown).toHaveLength(length);
  expect(streams.size).toBe(0);
});

import type { AnswerStream } from '@atrium/contract/chat/assistants.ts';

/** The most open streams; the oldest is closed first. */
const MOST = 10;
const RETRIES = 5;
const RETRY_MS = 3000;
/** The interval in which words appear, in batches that grow with the waiting text. */
const STEP_MS = 5;
/** The interval of redrawing, because a redraw costs more than a step. */
const DRAW_MS = 40;

/** The display of an answer. `show` returns false once the message has its final text from elsewhere. */
export interface AnswerDisplay {
  show(msgId: number, text: string, isWhole: boolean): boolean;
}
export type OpenSource = (url: string) => Pick<EventSource, 'addEventListener' | 'close'>;

export const batchOf = (waiting: number): number => (waiting <= 5 ? 1 : waiting <= 20 ? 2 : waiting <= 50 ? 5 : 10);

/**
 * Reads answers of assistants as they are written.
 *
 * 1. `replace` sets the text, `append` adds to it, `done` ends the stream.
 * 2. A lost connection is opened again up to five times, after three seconds each; any frame resets the count. The
 *    server then replays from the beginning.
 * 3. A repeated address is ignored.
 */
export class AnswerStreams {
  readonly #open: OpenSource;
  readonly #shown: AnswerDisplay;
  readonly #streams = new Map<string, Reader>();

  constructor(open: OpenSource, shown: AnswerDisplay) {
    this.#open = open;
    this.#shown = shown;
  }

  follow({ stream_url, msg_id }: AnswerStream): void {
    // The server's own addresses begin like this; other addresses are ignored.
    if (!stream_url.startsWith('/') || stream_url.startsWith('//') || this.#streams.has(stream_url)) return;
    const [oldest] = this.#streams.keys();
    if (this.#streams.size >= MOST && oldest) this.#streams.get(oldest)?.close();
    const reader = new Reader(this.#open, stream_url, msg_id, this.#shown, () => this.#streams.delete(stream_url));
    this.#streams.set(stream_url, reader);
  }

  get size(): number {
    return this.#streams.size;
  }
}

class Reader {
  readonly #open: OpenSource;
  readonly #url: string;
  readonly #msgId: number;
  readonly #shown: AnswerDisplay;
  readonly #onClose: () => void;
  #source: ReturnType<OpenSource> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #typing: ReturnType<typeof setInterval> | undefined;
  #failures = 0;
  #text = '';
  #typed = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isDone = false;

  constructor(open: OpenSource, url: string, msgId: number, shown: AnswerDisplay, onClose: () => void) {
    this.#open = open;
    this.#url = url;
    this.#msgId = msgId;
    this.#shown = shown;
    this.#onClose = onClose;
    this.#connect();
    this.#typing = setInterval(() => this.#type(), STEP_MS);
  }

  #connect(): void {
    const source = this.#open(this.#url);
    this.#source = source;
    const on = (event: string, run: (content: string) => void) =>
      source.addEventListener(event, (frame: Event) => {
        this.#failures = 0;
        run(contentOf(frame));
      });
    on('replace', (content) => this.#replace(content));
    on('append', (content) => {
      this.#text += content;
    });
    on('done', (content) => {
      if (content) this.#replace(content);
      this.#isDone = true;
      source.close();
    });
    source.addEventListener('error', () => {
      source.close();
      if (this.#isDone) return;
      this.#failures += 1;
      if (this.#failures > RETRIES) this.close();
      else this.#retry = setTimeout(() => this.#connect(), RETRY_MS);
    });
  }

  /** Replaces the text, but leaves the beginning that is displayed already, as far as it is the same. */
  #replace(content: string): void {
    const shown = this.#text.slice(0, this.#typed);
    let same = 0;
    while (same < shown.length && shown[same] === content[same]) same += 1;
    this.#text = content;
    this.#typed = same;
  }

  #type(): void {
    const waiting = this.#text.length - this.#typed;
    if (waiting > 0) this.#typed += Math.min(waiting, batchOf(waiting));
    const isAll = this.#typed === this.#text.length;
    if (waiting === 0 && !this.#isDone) return;
    if (!isAll && performance.now() - this.#drawnAt < DRAW_MS) return;
    this.#drawnAt = performance.now();
    const isWhole = this.#isDone && isAll;
    const isWanted = this.#text === '' || this.#shown.show(this.#msgId, this.#text.slice(0, this.#typed), isWhole);
    if (!isWanted || isWhole) this.close();
  }

  close(): void {
    clearInterval(this.#typing);
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#onClose();
  }
}

function contentOf(frame: Event): string {
  try {
    const { content, error } = JSON.parse(String((frame as MessageEvent).data)) as { content?: string; error?: string };
    return content ?? error ?? '';
  } catch {
    return '';
  }
}

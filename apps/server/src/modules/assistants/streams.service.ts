import { streamed } from '@atrium/contract/chat/assistants.ts';
import type { App } from '#platform/app';
import { newToken } from '#platform/crypto';

/** The text of an answer can be read again for this long. */
const KEPT_MS = 600_000;
export const STREAM_PATH = '/ai/stream/';

export interface StreamState {
  msg_id: number;
  text: string;
  isDone: boolean;
  /** The bot that extends the text by its calls; 0 for an assistant of the settings. */
  bot: number;
  userid: number;
}

/**
 * The text of one answer while it grows, at an address that only the asker's devices learn. It is among the short-lived
 * values, so that any node can read it out.
 */
export class AnswerStream {
  readonly #app: App;
  readonly #key: string;
  readonly #of: Pick<StreamState, 'msg_id' | 'bot' | 'userid'>;

  /** @param key  of a stream that is open already */
  constructor(app: App, of: Pick<StreamState, 'msg_id' | 'bot' | 'userid'>, key = newToken()) {
    this.#app = app;
    this.#of = of;
    this.#key = key;
  }

  get url(): string {
    return `${STREAM_PATH}${this.#key}`;
  }

  async open(dialogId: number, text = ''): Promise<void> {
    await this.grow(text);
    const stream_url = this.url;
    const data = { msg_id: this.#of.msg_id, dialog_id: dialogId, stream_url };
    const { type, action } = streamed;
    this.#app.hub.whisper(this.#of.userid, JSON.stringify({ type, action, data, stream_url }));
  }

  grow(text: string, isDone = false): Promise<void> {
    const state: StreamState = { ...this.#of, text, isDone };
    return this.#app.shortLived.set(keyOf(this.#key), JSON.stringify(state), KEPT_MS);
  }
}

const keyOf = (key: string) => `aistream:${key}`;

export async function readStream(app: App, key: string): Promise<StreamState | null> {
  const kept = await app.shortLived.get(keyOf(key));
  return kept ? (JSON.parse(kept) as StreamState) : null;
}

const stopKey = (msgId: number) => `aistop:${msgId}`;
const busyKey = (msgId: number) => `aibusy:${msgId}`;
const BUSY_MS = 600_000;

/** Asks the server that writes an answer to stop. Only the person who asked can: requests of others do not match. */
export const requestStop = ({ shortLived }: App, msgId: number, userid: number) =>
  shortLived.set(stopKey(msgId), String(userid), BUSY_MS);
export const isStopRequested = async ({ shortLived }: App, msgId: number, userid: number) =>
  (await shortLived.get(stopKey(msgId))) === String(userid);

export const beginAnswer = async ({ shortLived }: App, msgId: number) => {
  await shortLived.delete(stopKey(msgId));
  await shortLived.set(busyKey(msgId), '1', BUSY_MS);
};
export const endAnswer = ({ shortLived }: App, msgId: number) => shortLived.delete(busyKey(msgId));
export const isBeingAnswered = async ({ shortLived }: App, msgId: number) =>
  (await shortLived.get(busyKey(msgId))) !== null;

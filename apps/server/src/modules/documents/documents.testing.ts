import { SharedDocument } from '@atrium/client/documents/sharedDocument.ts';
import type { SocketLike } from '@atrium/client/host.ts';
import { DOCUMENT_SOCKET, type DocumentServerMessage } from '@atrium/contract/files/documents.ts';
import WebSocket from 'ws';
import * as Y from 'yjs';
import type { TestClient } from '#testing/world';

export async function until(isSo: () => boolean, what = 'it', timeoutMs = 5000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A person who has a document open with the client's own engine, on a device whose connection can be cut. */
export class Writer {
  readonly shared: SharedDocument;
  readonly storage: Map<string, unknown>;
  isOnline = true;
  comments = 0;
  /** Connections so far. */
  connections = 0;
  #sockets = new Set<WebSocket>();

  constructor(by: TestClient, fileId: number, storage = new Map<string, unknown>()) {
    this.storage = storage;
    this.shared = new SharedDocument({
      ...{ fileId, userid: by.userid, language: 'en', token: () => by.token },
      onChange: () => undefined,
      onComments: () => void this.comments++,
      host: {
        openSocket: (url) => {
          this.connections++;
          const socket = new WebSocket(`${by.base.replace('http', 'ws')}${url}`);
          socket.on('error', () => undefined);
          this.#sockets.add(socket);
          socket.on('close', () => this.#sockets.delete(socket));
          if (!this.isOnline) socket.terminate();
          return socket as unknown as SocketLike;
        },
        storage: {
          get: async (key) => storage.get(key),
          set: async (key, value) => void storage.set(key, structuredClone(value)),
          delete: async (key) => void storage.delete(key),
        },
        setTimer: (run, ms) => setTimeout(run, ms),
        clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      },
    });
  }

  static async open(by: TestClient, fileId: number, storage?: Map<string, unknown>): Promise<Writer> {
    const writer = new Writer(by, fileId, storage);
    await writer.shared.open();
    await until(() => writer.shared.status === 'saved' || writer.shared.status === 'ended', 'opening the document');
    return writer;
  }

  get paragraphs(): Y.XmlFragment {
    return this.shared.doc.getXmlFragment('default');
  }
  get text(): string {
    return this.paragraphs
      .toArray()
      .map((block) => String(block).replace(/<[^<>]{1,500}>/g, ''))
      .join('\n');
  }
  /** Types at the end of a paragraph, or of the last one. */
  type(words: string, index = this.#lastParagraph(), at?: number): void {
    const line = lineOf(this.paragraphs, index);
    line.insert(Math.min(at ?? line.length, line.length), words);
  }
  #lastParagraph(): number {
    return this.paragraphs.toArray().findLastIndex((block) => (block as Y.XmlElement).nodeName === 'paragraph');
  }
  cut(): void {
    this.isOnline = false;
    for (const socket of this.#sockets) socket.terminate();
  }
  async resume(): Promise<void> {
    this.isOnline = true;
    this.shared.reconnect();
    await until(() => this.shared.status === 'saved', 'saving');
  }
  saved = () => until(() => this.shared.status === 'saved', 'saving');
  shows = (words: string) => until(() => this.text.includes(words), `"${words}"`);
  ended = () => until(() => this.shared.status === 'ended', 'the end');
}

function lineOf(fragment: Y.XmlFragment, index: number): Y.XmlText {
  const block = fragment.get(index) as Y.XmlElement;
  if (block.length === 0) block.insert(0, [new Y.XmlText()]);
  return block.get(0) as Y.XmlText;
}

/** A connection that sends arbitrary frames. */
export async function rawConnection(by: TestClient, fileId: number, token = by.token) {
  const socket = new WebSocket(`${by.base.replace('http', 'ws')}${DOCUMENT_SOCKET}?language=en`);
  const heard: DocumentServerMessage[] = [];
  let closedWith = 0;
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as DocumentServerMessage));
  socket.on('close', (code) => {
    closedWith = code;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const say = (frame: Record<string, unknown>) => socket.send(JSON.stringify(frame));
  say({ type: 'join', token, file_id: fileId });
  await until(() => heard.length > 0 || closedWith > 0, 'an answer');
  return { heard, say, socket, closedWith: () => closedWith };
}

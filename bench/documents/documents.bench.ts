import { setTimeout as sleep } from 'node:timers/promises';
import { SharedDocument } from '@atrium/client/documents/sharedDocument.ts';
import type { SocketLike } from '@atrium/client/host.ts';
import { driveAdd, driveSave, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { chromium } from '@playwright/test';
import WebSocket from 'ws';
import * as Y from 'yjs';
import { startAtrium } from '../lib/atrium.ts';
import { makePeople, type Person, withDatabase } from '../lib/fill.ts';
import { type Options, progress, type Report } from '../lib/report.ts';
import { percentile } from '../lib/stats.ts';
import { Seat } from '../web/seat.ts';
import { type Typed, watchTyping } from './inPage.ts';

const WRITERS = 10;
const KEY_MS = 200;
const BUDGET_MS = 50;
const PARAGRAPHS = 120;
const FIELD = '[role="textbox"][contenteditable="true"]';

/** Ten people write one document: nine by the client's engine, and one in a browser, whose keystrokes are measured. */
export async function run(options: Options): Promise<Report> {
  const seconds = Number(options['seconds'] ?? 40);
  const atrium = await startAtrium({ script: 'scripts/start.mjs' });
  const executablePath = process.env.ATRIUM_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const writers: Writer[] = [];
  try {
    const people = await withDatabase(atrium.database, (db) => makePeople(db, WRITERS));
    const fileId = await makeDocument(atrium.base, people);
    for (const person of people.slice(1)) writers.push(await Writer.open(atrium.base, person, fileId));
    const seat = await Seat.take(browser, atrium.base, people[0]?.token ?? '');
    await seat.visit(`/single/file/${fileId}`, FIELD);
    progress(`${WRITERS} people write for ${seconds} s.`);
    await seat.page.locator(`${FIELD} p`).nth(20).click();
    await seat.page.evaluate(watchTyping);
    const deadline = Date.now() + seconds * 1000;
    const others = writers.map((writer) => writer.write(deadline));
    let keys = 0;
    while (Date.now() < deadline) {
      await seat.page.keyboard.press('abcdefgh '[keys++ % 9] ?? 'a');
      await sleep(KEY_MS);
    }
    await Promise.all(others);
    await sleep(2000);
    const typed = await seat.page.evaluate(() => (globalThis as unknown as Typed).painted());
    const acknowledged = writers.flatMap((writer) => writer.acknowledged);
    const texts = new Set(writers.map((writer) => writer.text));
    await seat.leave();
    return {
      bench: 'documents',
      rows: [
        { what: 'keystroke painted, p50', figure: percentile(typed, 0.5), unit: 'ms' },
        { what: 'keystroke painted, p99', figure: percentile(typed, 0.99), unit: 'ms', atMost: BUDGET_MS },
        { what: 'change stored, p50', figure: percentile(acknowledged, 0.5), unit: 'ms' },
        { what: 'change stored, p99', figure: percentile(acknowledged, 0.99), unit: 'ms' },
        { what: 'different texts in the end', figure: texts.size - 1, unit: '', atMost: 0 },
      ],
      notes: [
        `${WRITERS} writers, ${1000 / KEY_MS} keys a second each with its caret, in a document of ${PARAGRAPHS} paragraphs. A keystroke is painted when the browser says so, in steps of 8 ms; a change is stored when its acknowledgment is there.`,
      ],
    };
  } finally {
    await Promise.all(writers.map((writer) => writer.close()));
    await browser.close();
    await atrium.stop();
  }
}

async function call<C extends Call>(base: string, token: string, { path }: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(input),
  });
  return ((await response.json()) as { data: OutputOf<C> }).data;
}

async function makeDocument(base: string, [owner, ...others]: readonly Person[]): Promise<number> {
  const { token } = owner ?? { token: '' };
  const { id } = await call(base, token, driveAdd, { name: 'Ten hands', type: 'document' });
  const content = Array.from(
    { length: PARAGRAPHS },
    (_, index) => `Paragraph ${index} ${'has some words '.repeat(20)}`,
  );
  await call(base, token, driveSave, { id, content: JSON.stringify({ type: 'md', content: content.join('\n\n') }) });
  await call(base, token, driveShareUpdate, { id, userids: others.map(({ userid }) => userid), permission: 1 });
  return id;
}

class Writer {
  readonly shared: SharedDocument;
  readonly acknowledged: number[] = [];
  readonly #seed: number;

  private constructor(base: string, { userid, token }: Person, fileId: number) {
    this.#seed = userid;
    this.shared = new SharedDocument({
      ...{ fileId, userid, language: 'en', token: () => token },
      onChange: () => undefined,
      onComments: () => undefined,
      host: {
        openSocket: (url) => this.#watched(new WebSocket(`${base.replace('http', 'ws')}${url}`)),
        storage: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
        setTimer: (each, ms) => setTimeout(each, ms),
        clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      },
    });
  }

  static async open(base: string, person: Person, fileId: number): Promise<Writer> {
    const writer = new Writer(base, person, fileId);
    await writer.shared.open();
    while (writer.shared.status !== 'saved') await sleep(10);
    return writer;
  }

  get text(): string {
    return this.shared.doc.getXmlFragment('default').toString();
  }

  /** Notes how long each change takes from being sent to being acknowledged. */
  #watched(socket: WebSocket): SocketLike {
    const sent = new Map<number, number>();
    const send = socket.send.bind(socket);
    socket.send = (text: string) => {
      const { type, turn } = JSON.parse(text) as { type: string; turn?: number };
      if (type === 'update' && turn !== undefined) sent.set(turn, performance.now());
      send(text);
    };
    socket.on('message', (data: Buffer) => {
      const { type, turn } = JSON.parse(data.toString()) as { type: string; turn?: number };
      const began = type === 'ack' && turn !== undefined ? sent.get(turn) : undefined;
      if (began !== undefined) this.acknowledged.push(performance.now() - began);
    });
    return socket as unknown as SocketLike;
  }

  /** Types at its own place until then. */
  async write(deadline: number): Promise<void> {
    const block = this.shared.doc.getXmlFragment('default').get((this.#seed * 7) % PARAGRAPHS) as Y.XmlElement;
    const line = block.get(0) as Y.XmlText;
    for (let key = 0; Date.now() < deadline; key++) {
      line.insert(Math.min(key, line.length), 'abcdefgh '[key % 9] ?? 'a');
      // Realistic: a browser says with each key where its caret is.
      const place = JSON.stringify(Y.createRelativePositionFromTypeIndex(line, key + 1));
      this.shared.setCaret({ client: this.shared.doc.clientID, anchor: place, head: place });
      await sleep(KEY_MS);
    }
  }

  close = (): Promise<void> => this.shared.close();
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOn, TestHost } from './clients.ts';
import { freePort } from './freePort.ts';
import { historiesOf } from './histories.ts';
import { COMPILE_CACHE, programArgs } from './programs.ts';
import { PASSWORD, TestClient } from './world.ts';

/**
 * The real server with its own database, killed without warning under steady sends: acknowledged messages are there
 * once after a restart, as are those sent again for lack of an answer.
 */
const KILLS = historiesOf(4, 40);
const PER_SECOND = 100;
const MAIN = path.resolve(import.meta.dirname, '../main.ts');

let dataDir: string;
let port: number;
let server: ChildProcess | undefined;
const base = () => `http://127.0.0.1:${port}`;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(): Promise<void> {
  const child = spawn(process.execPath, programArgs(MAIN), {
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      ATRIUM_DATA: dataDir,
      ATRIUM_PORT: String(port),
      ATRIUM_LOG: 'warn',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${said}`);
    const isReady = await fetch(`${base()}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await pause(50);
  }
}
async function kill(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-durability-'));
  port = await freePort();
}, 60_000);
afterAll(async () => {
  await kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

test('acknowledged writes survive kill -9, once', { timeout: 120_000 + KILLS * 60_000 }, async () => {
  await start();
  const ada = new TestClient(base(), 'ada@example.com');
  const profile = await ada.call(login, { type: 'reg', email: ada.email, password: PASSWORD });
  ada.token = profile.token;
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: profile.userid });
  // A person who has it open the whole time and never reloads.
  const onlooker = clientOn(new TestHost({ base, random: Math.random, loss: 0 }));
  await onlooker.start(ada.token);
  await onlooker.opened.openDialog(dialog_id);

  const acknowledged = new Map<string, number>();
  let serial = 0;
  for (let round = 0; round < KILLS; round++) {
    const before = acknowledged.size;
    const unanswered = await sendUntilKilled(
      async (text) => {
        const { id } = await ada.call(msgSendtext, { dialog_id, text }, { mutation: text });
        acknowledged.set(text, id);
      },
      () => `word${++serial}`,
    );
    expect(acknowledged.size).toBeGreaterThan(before);
    await start();
    for (const text of unanswered) {
      const { id } = await ada.call(msgSendtext, { dialog_id, text }, { mutation: text });
      acknowledged.set(text, id);
    }
  }

  expect(await wordsOf(ada, dialog_id)).toEqual([...acknowledged].map(([text, id]) => `${id} ${text}`).sort());
  const shown = () =>
    onlooker.store
      .messagesOf(dialog_id)
      .map((message) => `${message.id} ${plain(message)}`)
      .sort();
  await expect.poll(shown, { timeout: 30_000 }).toEqual([...acknowledged].map(([text, id]) => `${id} ${text}`).sort());
  await onlooker.stop();
});

/** Sends at a fixed rate until the server is killed; returns the sends without an answer. */
async function sendUntilKilled(send: (text: string) => Promise<void>, next: () => string): Promise<Set<string>> {
  const open = new Set<string>();
  const under: Promise<void>[] = [];
  const timer = setInterval(() => {
    const text = next();
    open.add(text);
    // Without an answer it is sent again after the restart.
    under.push(
      send(text).then(
        () => void open.delete(text),
        () => {},
      ),
    );
  }, 1000 / PER_SECOND);
  await pause(1500 + Math.random() * 1000);
  await kill('SIGKILL');
  clearInterval(timer);
  await Promise.all(under);
  return open;
}

const plain = ({ msg }: { msg: Record<string, unknown> }) => String(msg['text']).replaceAll(/<[^>]*>/g, '');

/** All messages of the dialog, page by page: duplicates show. */
async function wordsOf(client: TestClient, dialog_id: number): Promise<string[]> {
  const words: string[] = [];
  let next: number | undefined;
  do {
    const { list } = await client.call(msgList, { dialog_id, pagesize: 100, ...(next && { prev_id: next }) });
    words.push(...list.map((message) => `${message.id} ${plain(message)}`));
    next = list.at(-1)?.prev_id;
  } while (next);
  return words.sort();
}

test('SIGTERM stops the server cleanly', { timeout: 60_000 }, async () => {
  await kill('SIGTERM');
  expect(server?.exitCode).toBe(0);
});

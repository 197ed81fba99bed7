import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dialogOpenUser } from '@atrium/contract/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/messages.ts';
import { login } from '@atrium/contract/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, TestClient } from './world.ts';

/**
 * The real server with its own database, killed without warning under steady sends: what it acknowledged is there once
 * after a restart, and so is what is sent again because no answer came.
 */
const KILLS = Number(process.env.ATRIUM_KILLS ?? 3);
const PER_SECOND = 100;
const MAIN = path.resolve(import.meta.dirname, '../main.ts');

let dataDir: string;
let port: number;
let server: ChildProcess | undefined;
const base = () => `http://127.0.0.1:${port}`;

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  return free;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(): Promise<void> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ATRIUM_DATA: dataDir, ATRIUM_PORT: String(port), ATRIUM_LOG: 'warn', DATABASE_URL: '' },
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

test('what was acknowledged survives kill -9, once', { timeout: 60_000 + KILLS * 60_000 }, async () => {
  await start();
  const ada = new TestClient(base(), 'ada@example.com');
  const profile = await ada.call(login, { type: 'reg', email: ada.email, password: PASSWORD });
  ada.token = profile.token;
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: profile.userid });

  const acknowledged = new Map<string, number>();
  let serial = 0;
  for (let round = 0; round < KILLS; round++) {
    const open = new Set<string>();
    const under: Promise<void>[] = [];
    const send = async (text: string) => {
      open.add(text);
      try {
        const { id } = await ada.call(msgSendtext, { dialog_id, text }, { mutation: text });
        acknowledged.set(text, id);
        open.delete(text);
      } catch {
        // No answer: sent again after the restart.
      }
    };
    const timer = setInterval(() => under.push(send(`word${++serial}`)), 1000 / PER_SECOND);
    await pause(1500 + Math.random() * 1000);
    await kill('SIGKILL');
    clearInterval(timer);
    await Promise.all(under);
    await start();
    for (const text of open) await send(text);

    const counted = new Map<string, number[]>();
    let next: number | undefined;
    for (;;) {
      const { list } = await ada.call(msgList, { dialog_id, pagesize: 100, ...(next && { prev_id: next }) });
      for (const { id, msg } of list) counted.set(String(msg.text), [...(counted.get(String(msg.text)) ?? []), id]);
      next = list.at(-1)?.prev_id;
      if (!next) break;
    }
    expect([...counted.values()].filter((ids) => ids.length > 1)).toEqual([]);
    const there = new Map([...counted].map(([text, [id]]) => [text.replaceAll(/<[^>]*>/g, ''), id]));
    for (const [text, id] of acknowledged) expect(there.get(text), text).toBe(id);
    expect(there.size).toBe(acknowledged.size);
    expect(acknowledged.size).toBeGreaterThan((round + 1) * 20);
  }
});

test('SIGTERM lets the server end in order', { timeout: 60_000 }, async () => {
  await kill('SIGTERM');
  expect(server?.exitCode).toBe(0);
});

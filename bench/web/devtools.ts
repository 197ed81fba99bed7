import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PaintPage, type PaintTime, reportPaint } from './paintTimes.ts';

/** From https://github.com/puppeteer/puppeteer and Playwright: no external requests, no prompts. */
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--mute-audio',
  '--lang=en-GB',
  '--window-size=1440,900',
  '--remote-debugging-port=0',
];

const PATIENCE_MS = 60_000;

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
  method?: string;
  params?: Record<string, unknown>;
  sessionId?: string;
}

/**
 * A browser of its own, by the DevTools protocol only: without the instrumentation of a test runner, which reports each
 * request. https://chromedevtools.github.io/devtools-protocol/
 */
export class Devtools {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  readonly #pages = new Map<string, DevtoolsPage>();
  #asked = 0;

  private constructor(browser: ChildProcess, profile: string, socket: WebSocket) {
    this.#browser = browser;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Answer));
  }

  static async launch(executable: string, flags: readonly string[] = []): Promise<Devtools> {
    const profile = await mkdtemp(path.join(tmpdir(), 'atrium-bench-browser-'));
    const args = [...FLAGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'];
    // A process group of its own: a browser has many processes, which end together.
    const browser = spawn(executable, args, { stdio: 'ignore', detached: true });
    const portFile = path.join(profile, 'DevToolsActivePort');
    // A line for the port and one for the path.
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n/')) {
      if (browser.exitCode !== null) throw new Error(`the browser ended with code ${browser.exitCode}`);
      await sleep(20);
    }
    const [port, address] = readFileSync(portFile, 'utf8').split('\n');
    const socket = new WebSocket(`ws://127.0.0.1:${port}${address}`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error('the browser does not answer')), { once: true });
    });
    return new Devtools(browser, profile, socket);
  }

  /** A page in the browser's own profile. */
  openPage(): Promise<DevtoolsPage> {
    return this.#open({ url: 'about:blank' }, async () => undefined);
  }

  /** A page in a fresh profile, which ends with it. */
  async openFresh(url: string): Promise<DevtoolsPage> {
    const { browserContextId } = await this.send('Target.createBrowserContext');
    return this.#open({ url, browserContextId, width: 1440, height: 900 }, async () => {
      await this.send('Target.disposeBrowserContext', { browserContextId });
    });
  }

  async #open(target: Record<string, unknown>, close: () => Promise<void>): Promise<DevtoolsPage> {
    const { targetId } = await this.send('Target.createTarget', target);
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new DevtoolsPage((method, params) => this.send(method, params, String(sessionId)), close);
    this.#pages.set(String(sessionId), page);
    return page;
  }

  send(method: string, params: Record<string, unknown> = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#asked;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return answer.promise;
  }
  async close(): Promise<void> {
    this.#socket.close();
    const ended = new Promise((resolve) => this.#browser.once('exit', resolve));
    if (this.#browser.pid) process.kill(-this.#browser.pid, 'SIGKILL');
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #take({ id, result, error, method, params, sessionId }: Answer): void {
    if (method) return this.#pages.get(sessionId ?? '')?.receive(method, params ?? {});
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }
}

export class DevtoolsPage {
  readonly send: (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
  readonly #listeners = new Map<string, (params: Record<string, unknown>) => void>();

  constructor(send: DevtoolsPage['send'], close: () => Promise<void>) {
    this.send = send;
    this.close = close;
  }

  /** Only the last listener is called. */
  on(method: string, listener: (params: Record<string, unknown>) => void): void {
    this.#listeners.set(method, listener);
  }
  receive(method: string, params: Record<string, unknown>): void {
    this.#listeners.get(method)?.(params);
  }

  /** The value of an expression in the page; promises are awaited. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (answer['exceptionDetails']) throw new Error(`in the page: ${JSON.stringify(answer['exceptionDetails'])}`);
    return (answer['result'] as { value?: unknown }).value;
  }

  /** Lets pages report with `reportPaint`. */
  async hearPaints(): Promise<void> {
    await this.send('Page.enable');
    await this.send('Runtime.enable');
    await this.send('Runtime.addBinding', { name: 'tellPaint' satisfies keyof PaintPage });
  }

  /** Opens an address and waits until its page shows an element. */
  async open(url: string, ready: string): Promise<PaintTime> {
    const source = `(${String(reportPaint)})(${JSON.stringify(ready)})`;
    const { identifier } = await this.send('Page.addScriptToEvaluateOnNewDocument', { source });
    const answer = Promise.withResolvers<PaintTime>();
    const late = setTimeout(() => answer.reject(new Error(`${url}: ${ready} never came.`)), PATIENCE_MS);
    this.on('Runtime.bindingCalled', ({ payload }) => answer.resolve(JSON.parse(String(payload)) as PaintTime));
    await this.send('Page.navigate', { url });
    const there = await answer.promise;
    clearTimeout(late);
    await this.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    return there;
  }
}

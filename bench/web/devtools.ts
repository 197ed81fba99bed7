import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
  method?: string;
  params?: Record<string, unknown>;
}

/**
 * One page in a browser of its own, by the DevTools protocol only. https://chromedevtools.github.io/devtools-protocol/
 */
export class Devtools {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  readonly #hearing = new Map<string, (params: Record<string, unknown>) => void>();
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
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
      if (browser.exitCode !== null) throw new Error(`the browser ended with code ${browser.exitCode}`);
      await sleep(20);
    }
    const port = readFileSync(portFile, 'utf8').split('\n')[0];
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    const target = targets.find(({ type }) => type === 'page');
    if (!target) throw new Error('the browser has no page');
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error('the browser does not answer')), { once: true });
    });
    return new Devtools(browser, profile, socket);
  }

  send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = ++this.#asked;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  }
  /** Only the last listener is called. */
  on(method: string, hear: (params: Record<string, unknown>) => void): void {
    this.#hearing.set(method, hear);
  }
  /** The value of an expression in the page; promises are awaited. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (answer['exceptionDetails']) throw new Error(`in the page: ${JSON.stringify(answer['exceptionDetails'])}`);
    return (answer['result'] as { value?: unknown }).value;
  }
  async close(): Promise<void> {
    this.#socket.close();
    const ended = new Promise((resolve) => this.#browser.once('exit', resolve));
    if (this.#browser.pid) process.kill(-this.#browser.pid, 'SIGKILL');
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #take({ id, result, error, method, params }: Answer): void {
    if (method) return this.#hearing.get(method)?.(params ?? {});
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }
}

import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page, Response } from '@playwright/test';

const SETTLED_MS = 5000;
const PATIENCE_MS = 60_000;

/** A fresh browser profile, signed in where there is a token. */
export class Seat {
  readonly page: Page;
  readonly #base: string;
  readonly #context: BrowserContext;
  readonly #devtools: CDPSession;
  #scripts: Response[] = [];

  private constructor(page: Page, base: string, context: BrowserContext, devtools: CDPSession) {
    this.page = page;
    this.#base = base;
    this.#context = context;
    this.#devtools = devtools;
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') this.#scripts.push(response);
    });
  }

  static async take(browser: Browser, base: string, token: string): Promise<Seat> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    // Once: the server may hand the device another token, which the next page must keep.
    if (token) {
      await context.addInitScript((value) => {
        if (!sessionStorage.getItem('seated')) localStorage.setItem('token', value);
        sessionStorage.setItem('seated', 'yes');
      }, token);
    }
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: 'tellThere' satisfies keyof Noting });
    return new Seat(page, base, context, devtools);
  }

  /** Opens an address and waits for what one came for; the page itself notes when that is there. */
  async visit(path: string, ready: string) {
    this.#scripts = [];
    await this.page.addInitScript(noteWhenThere, ready);
    const began = Date.now();
    const there = await this.#open(path, ready);
    const readyMs = there - began;
    const scripts = this.#scripts.filter((response) => response.request().timing().startTime <= there);
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const firstPaintMs = await this.page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    );
    return {
      readyMs,
      firstPaintMs,
      kilobytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024,
      files: bodies.length,
    };
  }

  /** In ms from the beginning of a page until it shows what one came for. */
  async start(path: string, ready: string): Promise<number> {
    await this.page.addInitScript(noteWhenThere, ready);
    const there = await this.#open(path, ready);
    return there - (await this.page.evaluate(() => performance.timeOrigin));
  }

  /**
   * Since the epoch, in ms: when it was there. The page tells by itself: whoever looks for an element from outside
   * brings a script of 300 KB into the page first, while it starts.
   */
  async #open(path: string, ready: string): Promise<number> {
    const told = new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${path}: ${ready} never came.`)), PATIENCE_MS);
      const hear = ({ payload }: { payload: string }) => {
        const { selector, at } = JSON.parse(payload) as { selector: string; at: number };
        if (selector !== ready) return;
        clearTimeout(late);
        this.#devtools.off('Runtime.bindingCalled', hear);
        resolve(at);
      };
      this.#devtools.on('Runtime.bindingCalled', hear);
    });
    await this.page.goto(this.#base + path, { waitUntil: 'commit' });
    return told;
  }

  /** The pages are kept by the browser, and what they know. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      await (navigator as unknown as { serviceWorker: { ready: Promise<unknown> } }).serviceWorker.ready;
    });
    await this.page.waitForTimeout(SETTLED_MS);
  }

  leave(): Promise<void> {
    return this.#context.close();
  }
}

// In the page ---------------------------------------------------------------------------------------------------------

interface Noting {
  /** What is looked for already. */
  looked: Set<string>;
  /** To whoever waits outside. */
  tellThere(payload: string): void;
  document: { querySelector(selector: string): { checkVisibility(): boolean } | null };
  requestAnimationFrame(run: () => void): void;
}

/** Tells when the first frame that shows what a selector finds has been drawn. */
function noteWhenThere(selector: string): void {
  const page = globalThis as unknown as Noting;
  page.looked ??= new Set();
  if (page.looked.has(selector)) return;
  page.looked.add(selector);
  const { port1, port2 } = new MessageChannel();
  let isTold = false;
  const isThere = () => page.document.querySelector(selector)?.checkVisibility() ?? false;
  const tell = () => {
    if (!isTold) page.tellThere(JSON.stringify({ selector, at: Date.now() }));
    isTold = true;
  };
  // What is posted comes after the frame's layout, what observers of sizes add to it, and its paint.
  port2.onmessage = () => {
    if (isThere()) tell();
  };
  const look = () => {
    if (isTold) return;
    port1.postMessage(null);
    page.requestAnimationFrame(look);
  };
  look();
}

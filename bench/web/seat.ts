import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';

const SETTLED_MS = 5000;

/** A fresh browser profile, signed in where there is a token. */
export class Seat {
  readonly page: Page;
  readonly #base: string;
  readonly #context: BrowserContext;
  #scripts: Response[] = [];

  private constructor(page: Page, base: string, context: BrowserContext) {
    this.page = page;
    this.#base = base;
    this.#context = context;
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
    return new Seat(await context.newPage(), base, context);
  }

  /** Opens an address and waits for what one came for; the page itself notes when that is there. */
  async visit(path: string, ready: string) {
    this.#scripts = [];
    await this.page.addInitScript(noteWhenThere, ready);
    const began = Date.now();
    await this.page.goto(this.#base + path, { waitUntil: 'commit' });
    await this.page.locator(ready).first().waitFor({ timeout: 60_000 });
    const there = await this.page.evaluate((selector) => (globalThis as unknown as Noting).there[selector], ready);
    if (there === undefined || Number.isNaN(there))
      throw new Error(`${path}: ${ready} was there before the page looked.`);
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
    await this.page.goto(this.#base + path, { waitUntil: 'commit' });
    await this.page.locator(ready).first().waitFor({ timeout: 60_000 });
    return this.page.evaluate(
      (selector) => ((globalThis as unknown as Noting).there[selector] ?? NaN) - performance.timeOrigin,
      ready,
    );
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
  /** Since the epoch, in ms, by selector. */
  there: Record<string, number>;
  document: { querySelector(selector: string): { checkVisibility(): boolean } | null };
  requestAnimationFrame(run: () => void): void;
}

/** Notes the first frame that shows what a selector finds. */
function noteWhenThere(selector: string): void {
  const page = globalThis as unknown as Noting;
  page.there ??= {};
  if (selector in page.there) return;
  page.there[selector] = NaN;
  const look = () => {
    if (page.document.querySelector(selector)?.checkVisibility()) page.there[selector] = Date.now();
    else page.requestAnimationFrame(look);
  };
  look();
}

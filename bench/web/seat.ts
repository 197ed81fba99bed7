import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';

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

  /** Opens an address and waits for what one came for. */
  async visit(path: string, ready: string) {
    this.#scripts = [];
    const began = performance.now();
    await this.page.goto(this.#base + path, { waitUntil: 'commit' });
    await this.page.locator(ready).first().waitFor({ timeout: 60_000 });
    const readyMs = performance.now() - began;
    const scripts = [...this.#scripts];
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const firstPaintMs = await this.page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    );
    return { readyMs, firstPaintMs, kilobytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024 };
  }

  leave(): Promise<void> {
    return this.#context.close();
  }
}

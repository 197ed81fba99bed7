import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page, Response } from '@playwright/test';
import { type PaintPage, type PaintTime, reportPaint } from './paintTimes.ts';

const PATIENCE_MS = 60_000;

/** A fresh browser profile, signed in if there is a token. */
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
    // Once: the server may give the device another token, which the next page must keep.
    if (token) {
      await context.addInitScript((value) => {
        if (!sessionStorage.getItem('seated')) localStorage.setItem('token', value);
        sessionStorage.setItem('seated', 'yes');
      }, token);
    }
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: 'tellPaint' satisfies keyof PaintPage });
    return new Seat(page, base, context, devtools);
  }

  /** Opens an address and waits for the expected content; the page itself records the time. */
  async visit(path: string, ready: string) {
    this.#scripts = [];
    await this.page.addInitScript(reportPaint, ready);
    const there = await this.#open(path, ready);
    const scripts = this.#scripts.filter((response) => response.request().timing().startTime <= there);
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    return {
      kilobytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024,
      files: bodies.length,
    };
  }

  /**
   * Since the epoch, in ms. The page sends reports: querying from outside would first inject a script of 300 KB while
   * it starts.
   */
  async #open(path: string, ready: string): Promise<number> {
    const answer = new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${path}: ${ready} never came.`)), PATIENCE_MS);
      const onFrame = ({ payload }: { payload: string }) => {
        const { selector, at } = JSON.parse(payload) as PaintTime;
        if (selector !== ready) return;
        clearTimeout(late);
        this.#devtools.off('Runtime.bindingCalled', onFrame);
        resolve(at);
      };
      this.#devtools.on('Runtime.bindingCalled', onFrame);
    });
    await this.page.goto(this.#base + path, { waitUntil: 'commit' });
    return answer;
  }

  leave(): Promise<void> {
    return this.#context.close();
  }
}

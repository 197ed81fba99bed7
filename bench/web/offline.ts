import { setTimeout as sleep } from 'node:timers/promises';
import { progress, type Row } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Devtools, DevtoolsPage } from './devtools.ts';
import type { Workspace } from './fill.ts';

const STARTS = 11;
const PAUSE_MS = 500;
const SETTLED_MS = 5000;

interface Server {
  base: string;
  stop: () => Promise<void>;
}

/**
 * Pages that were used once, reopened without a server: the time until they show their last content. In a browser
 * without instrumentation: reporting each of twenty files takes a third of the start.
 */
export async function measureOfflineStart(browser: Devtools, server: Server, space: Workspace): Promise<Row[]> {
  const page = await StartedPage.open(await browser.openPage(), server.base, space.token);
  const pages = [
    { what: 'dashboard', path: '/manage/dashboard', ready: 'main h1' },
    { what: 'conversation', path: `/manage/messenger?dialog=${space.otherDialogId}`, ready: '[data-message]' },
    { what: 'board of 2,000 tasks', path: `/manage/project/${space.projectId}`, ready: '[data-card]' },
  ];
  // Once to load the pages, once more with the worker that stores them.
  for (const { path, ready } of [...pages, ...pages]) {
    await page.start(path, ready);
    await page.settle();
  }
  await server.stop();
  const rows: Row[] = [];
  for (const { what, path, ready } of pages) {
    const times: number[] = [];
    for (let turn = 0; turn < STARTS; turn++) {
      times.push(await page.start(path, ready));
      await sleep(PAUSE_MS);
    }
    rows.push({ what: `without a server: ${what}`, figure: median(times), unit: 'ms', atMost: 300 });
  }
  progress('without a server');
  return rows;
}

/** A signed-in page, started repeatedly. */
class StartedPage {
  readonly #devtools: DevtoolsPage;
  readonly #base: string;

  private constructor(devtools: DevtoolsPage, base: string) {
    this.#devtools = devtools;
    this.#base = base;
  }

  static async open(devtools: DevtoolsPage, base: string, token: string): Promise<StartedPage> {
    await devtools.hearPaints();
    const page = new StartedPage(devtools, base);
    await page.start('/login', 'input');
    await devtools.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
    return page;
  }

  /** In ms from the start of the page until it shows the expected content. */
  async start(path: string, ready: string): Promise<number> {
    return (await this.#devtools.open(this.#base + path, ready)).after;
  }

  /** The browser has stored the pages and their data. */
  async settle(): Promise<void> {
    await this.#devtools.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await sleep(SETTLED_MS);
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, type Row } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Devtools } from './devtools.ts';

const VISITS = 9;
const PAUSE_MS = 400;

export interface Visit {
  what: string;
  path: string;
  /** Selector of what a person waits for. */
  ready: string;
  /** Of the signed-in person; '' = nobody. */
  token: string;
}

/**
 * The time until a page can be used, by people who have never been here and come from another site, as by a link: the
 * browser starts a process for the page in any case. From a blank tab, `Cross-Origin-Opener-Policy` alone would cost
 * another process.
 */
export async function measureVisits(browser: Devtools, base: string, visits: readonly Visit[]): Promise<Row[]> {
  const elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Another site</h1>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => elsewhere.once('listening', resolve));
  // Another name is another site.
  const origin = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`;
  try {
    const rows: Row[] = [];
    for (const visit of visits) {
      const times: Times[] = [];
      while (times.length < VISITS) times.push(await visitOnce(browser, origin, base, visit));
      progress(`${visit.what}: ready`);
      rows.push({
        what: `${visit.what}: first paint`,
        figure: median(times.map((each) => each.firstPaintMs)),
        unit: 'ms',
      });
      rows.push({ what: `${visit.what}: ready`, figure: median(times.map((each) => each.readyMs)), unit: 'ms' });
    }
    return rows;
  } finally {
    elsewhere.close();
  }
}

interface Times {
  firstPaintMs: number;
  readyMs: number;
}

async function visitOnce(browser: Devtools, origin: string, base: string, visit: Visit): Promise<Times> {
  const page = await browser.openFresh(origin);
  await page.hearPaints();
  if (visit.token) {
    const [host, token] = [new URL(base).host, visit.token].map((each) => JSON.stringify(each));
    const source = `if (location.host === ${host}) localStorage.setItem('token', ${token})`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }
  await sleep(PAUSE_MS);
  const began = Date.now();
  const { at } = await page.open(base + visit.path, visit.ready);
  const paint = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
  await page.close();
  return { firstPaintMs: Number(paint), readyMs: at - began };
}

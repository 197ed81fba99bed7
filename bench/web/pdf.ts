import { setTimeout as sleep } from 'node:timers/promises';
import { pdfBytes } from '../../e2e/support/documents.ts';
import type { Row } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Workspace } from './fill.ts';
import { type Watched, watchClick } from './inPage.ts';
import type { Seat } from './seat.ts';

const PAGES = 300;
const OPENINGS = 7;
const LOOK_MS = 1000;
const FIRST_PAGE = '[data-page-number="1"][data-loaded] canvas';

/** The server reads a new file for the search and draws its small picture: seconds of processor time, but only once. */
async function hasBeenRead(base: string, token: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${base}/api/file/lists?pid=0`, { headers: { token } });
    const { data } = (await answer.json()) as { data: { ext: string; thumb: string }[] };
    if (data.every(({ ext, thumb }) => ext !== 'pdf' || !thumb.includes('/icon/'))) return;
    await sleep(200);
  }
}

/** From the click on a file of 300 pages until its first page is painted: in a new profile, and again. */
export async function measurePdf(seat: Seat, { token }: Workspace, base: string): Promise<Row[]> {
  const body = new FormData();
  body.set('files', new Blob([new Uint8Array(pdfBytes(PAGES))]), 'Chapters.pdf');
  const answer = await fetch(`${base}/api/file/content/upload`, { method: 'POST', headers: { token }, body });
  if (!answer.ok) throw new Error(`The PDF was refused: ${answer.status}`);
  await hasBeenRead(base, token);
  await seat.visit('/manage/file', '[data-file]');
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    const file = seat.page.locator('[data-file]').filter({ hasText: 'Chapters.pdf' });
    // Realistic: a person looks at the folder and points at the file before the click.
    await file.hover();
    await seat.page.waitForTimeout(LOOK_MS);
    await seat.page.evaluate(watchClick, FIRST_PAGE);
    await file.click();
    const painted = await seat.page.waitForFunction(() => (globalThis as unknown as Watched).painted());
    times.push((await painted.jsonValue()) ?? NaN);
    await seat.page.keyboard.press('Escape');
    await seat.page.locator(FIRST_PAGE).waitFor({ state: 'detached' });
  }
  const [first = NaN, ...again] = times;
  return [
    { what: 'first page of a PDF of 300, first opening', figure: first, unit: 'ms', atMost: 1000 },
    { what: 'first page of a PDF of 300, again', figure: median(again), unit: 'ms', atMost: 1000 },
  ];
}

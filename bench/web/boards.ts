import type { Page } from '@playwright/test';
import { progress, type Row } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';
import type { Workspace } from './fill.ts';
import { type Noted, noteFrames, paintedAfterClick } from './inPage.ts';
import { shareOfLate } from './journeys.ts';
import type { Seat } from './seat.ts';

const OPENINGS = 5;
const MOST_MS = 500;
const DASHBOARD = { click: 'nav a[href$="/manage/dashboard"]', until: 'main:not(:has([data-column])) h1' };

interface Project {
  id: number;
  tasks: string;
  kind: 'board' | 'table';
  until: string;
}

/** From the click on a project until its tasks are painted: loaded over the wire, and loaded before. */
export async function measureBoards(seat: Seat, { projectId, bigProjectId }: Workspace): Promise<Row[]> {
  const card = '[data-column] [data-card]';
  return [
    ...(await open(seat, { id: projectId, tasks: '2,000', kind: 'board', until: card })),
    ...(await open(seat, { id: bigProjectId, tasks: '10,000', kind: 'board', until: card })),
    ...(await open(seat, { id: bigProjectId, tasks: '10,000', kind: 'table', until: '[data-row]' })),
  ];
}

async function open(seat: Seat, { id, tasks, kind, until }: Project): Promise<Row[]> {
  const link = `nav a[href$="/manage/project/${id}"]`;
  const { page } = seat;
  await seat.visit('/manage/dashboard', link);
  await choose(page, id, { kind, closed: [] });
  // Requests that the first screen makes afterwards are not the project's.
  await page.waitForTimeout(6000);
  const first = await page.evaluate(paintedAfterClick, { click: link, until });
  const again: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    await page.waitForTimeout(1500);
    await page.evaluate(paintedAfterClick, DASHBOARD);
    await page.waitForTimeout(300);
    again.push(await page.evaluate(paintedAfterClick, { click: link, until }));
  }
  const what = `${kind} of ${tasks} tasks`;
  return [
    { what: `${what}, first time`, figure: first, unit: 'ms', atMost: MOST_MS },
    { what: `${what}, again`, figure: median(again), unit: 'ms', atMost: MOST_MS },
  ];
}

const DRAG_STEPS = 240;
const FRAME_MS = 16;

/** Frame delays while dragging a card over a board of 2,000, and a bar along a timeline of as many. */
export async function measureDragging(seat: Seat, { projectId }: Workspace): Promise<Row[]> {
  const { page } = seat;
  const address = `/manage/project/${projectId}`;
  const rows: Row[] = [];
  for (const [kind, what, grip] of [
    ['board', 'drag a card over 2,000', '[data-column] [data-card]'],
    ['timeline', 'drag a bar among 2,000', '[data-bar]'],
  ] as const) {
    await seat.visit('/manage/dashboard', 'main h1');
    await choose(page, projectId, { kind, dayWidth: 36 });
    await seat.visit(address, grip);
    await page.waitForTimeout(2000);
    rows.push(...(await drag(page, what, grip)));
    progress(what);
  }
  return rows;
}

async function drag(page: Page, what: string, grip: string): Promise<Row[]> {
  const box = await page.locator(grip).first().boundingBox();
  if (!box) throw new Error(`nothing to drag: ${grip}`);
  const [x, y] = [box.x + Math.min(box.width / 2, 60), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y + 8);
  await page.evaluate(noteFrames);
  // There and back over three columns, up and down over their cards.
  for (let step = 0; step < DRAG_STEPS; step++) {
    const part = step / DRAG_STEPS;
    const across = 800 * (1 - Math.abs(2 * part - 1));
    await page.mouse.move(x + 8 + across, y + 8 + 200 + 200 * Math.sin(part * 8 * Math.PI));
    await page.waitForTimeout(FRAME_MS);
  }
  const isDragging = await page.locator('[data-dragging]').count();
  if (!isDragging) throw new Error(`it is not dragged: ${grip}`);
  const { frames } = await page.evaluate(() => (globalThis as unknown as Noted).noted);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return [
    { what: `${what}: frame p50`, figure: percentile(frames, 0.5), unit: 'ms', atMost: 17 },
    { what: `${what}: frame p99`, figure: percentile(frames, 0.99), unit: 'ms' },
    { what: `${what}: late frames`, figure: shareOfLate(frames), unit: '%' },
  ];
}

/** A project's view, as the browser stores it. */
const choose = (page: Page, id: number, view: object) =>
  page.evaluate(
    ([key, value]) => localStorage.setItem(String(key), String(value)),
    [`project.view.${id}`, JSON.stringify(view)],
  );

import { type Row, tell } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Workspace } from './fill.ts';
import type { Seat } from './seat.ts';

const STARTS = 7;

/** Pages that were used once, opened again while there is no server: until they show what was there last. */
export async function measureOfflineStart(
  seat: Seat,
  space: Workspace,
  stopServer: () => Promise<void>,
): Promise<Row[]> {
  const pages = [
    { what: 'dashboard', path: '/manage/dashboard', ready: 'main h1' },
    { what: 'conversation', path: `/manage/messenger?dialog=${space.otherDialogId}`, ready: '[data-message]' },
    { what: 'board of 2,000 tasks', path: `/manage/project/${space.projectId}`, ready: '[data-card]' },
  ];
  // Once to bring the pages here, once more under the worker that keeps them.
  for (const { path, ready } of [...pages, ...pages]) {
    await seat.start(path, ready);
    await seat.settle();
  }
  await stopServer();
  const rows: Row[] = [];
  for (const { what, path, ready } of pages) {
    const times: number[] = [];
    for (let turn = 0; turn < STARTS; turn++) {
      times.push(await seat.start(path, ready));
      await seat.page.waitForTimeout(500);
    }
    rows.push({ what: `without a server: ${what}`, figure: median(times), unit: 'ms', atMost: 300 });
  }
  tell('without a server');
  return rows;
}

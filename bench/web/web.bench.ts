import { type Browser, chromium } from '@playwright/test';
import { type Atrium, startAtrium } from '../lib/atrium.ts';
import { withDatabase } from '../lib/fill.ts';
import { progress, type Report, type Row } from '../lib/report.ts';
import { measureBoards, measureDragging } from './boards.ts';
import { Devtools } from './devtools.ts';
import { measureFolder } from './files.ts';
import { fillWorkspace, type Workspace } from './fill.ts';
import { measureCachedDialog, measureScrolling, measureTyping } from './journeys.ts';
import { measureOfflineStart } from './offline.ts';
import { measurePdf } from './pdf.ts';
import { Seat } from './seat.ts';

/** The browser's costs: bytes of JavaScript until a page can be used, and the duration of heavy screens. */
export async function run(): Promise<Report> {
  // The launcher builds the web client if necessary.
  const atrium = await startAtrium({ script: 'scripts/start.mjs' });
  const executablePath = process.env.ATRIUM_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  // The sandbox refuses to start as root, which is what CI is.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const space = await withDatabase(atrium.database, fillWorkspace);
    const online = await measure(browser, atrium.base, space);
    await browser.close();
    return {
      bench: 'web',
      rows: [...online, ...(await withoutServer(executablePath, args, atrium, space))],
      notes: [
        'JS is what the page had loaded when it could be used, each file gzipped; everything else it asked for comes later.',
      ],
    };
  } finally {
    await browser.close();
    await atrium.stop();
  }
}

async function withoutServer(executable: string, flags: string[], atrium: Atrium, space: Workspace): Promise<Row[]> {
  const browser = await Devtools.launch(executable, flags);
  try {
    return await measureOfflineStart(browser, atrium, space);
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, base: string, space: Workspace): Promise<Row[]> {
  const rows: Row[] = [];
  const visits = [
    { what: 'sign-in page', path: '/login', ready: 'input[type="password"]', atMost: 150, token: '' },
    { what: 'dashboard', path: '/manage/dashboard', ready: 'main h1', token: space.token },
    {
      what: 'messenger ready to type',
      path: `/manage/messenger?dialog=${space.dialogId}`,
      ready: 'section :is(textarea, [contenteditable="true"])',
      atMost: 420,
      token: space.token,
    },
    { what: 'board', path: `/manage/project/${space.projectId}`, ready: '[data-column]', token: space.token },
  ];
  for (const { what, path, ready, token, atMost } of visits) {
    const seat = await Seat.take(browser, base, token);
    const visit = await seat.visit(path, ready);
    progress(`${what}: ${visit.kilobytes.toFixed(0)} KB, painted after ${visit.firstPaintMs.toFixed(0)} ms`);
    rows.push({ what: `${what}: JS`, figure: visit.kilobytes, unit: 'KB', ...(atMost && { atMost }) });
    rows.push({ what: `${what}: files of JS`, figure: visit.files, unit: '' });
    rows.push({ what: `${what}: first paint`, figure: visit.firstPaintMs, unit: 'ms' });
    rows.push({ what: `${what}: ready`, figure: visit.readyMs, unit: 'ms' });
    await seat.leave();
  }
  const seat = await Seat.take(browser, base, space.token);
  for (const journey of [
    measurePdf,
    measureFolder,
    measureCachedDialog,
    measureScrolling,
    measureTyping,
    measureBoards,
    measureDragging,
  ]) {
    rows.push(...(await journey(seat, space, base)));
    progress(rows.at(-1)?.what ?? '');
  }
  await seat.leave();
  return rows;
}

import { type Browser, chromium } from '@playwright/test';
import { startAtrium } from '../lib/atrium.ts';
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
import { measureVisits } from './visits.ts';

const executablePath = process.env.ATRIUM_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
// The sandbox refuses to start as root, which is what CI is.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The browser's costs: bytes of JavaScript until a page can be used, and the duration of heavy screens. */
export async function run(): Promise<Report> {
  // The launcher builds the web client if necessary.
  const atrium = await startAtrium({ script: 'scripts/start.mjs' });
  const browser = await chromium.launch({ executablePath, args });
  try {
    const space = await withDatabase(atrium.database, fillWorkspace);
    // First: the journeys leave more to load.
    const visits = await inPlainBrowser((plain) => measureVisits(plain, atrium.base, visitsOf(space)));
    const online = await measure(browser, atrium.base, space);
    await browser.close();
    return {
      bench: 'web',
      rows: [...visits, ...online, ...(await inPlainBrowser((plain) => measureOfflineStart(plain, atrium, space)))],
      notes: [
        'JS is what the page had loaded when it could be used, each file gzipped; everything else it asked for comes later.',
      ],
    };
  } finally {
    await browser.close();
    await atrium.stop();
  }
}

/** A browser without instrumentation: reporting each of twenty files takes a third of a start. */
async function inPlainBrowser(run: (browser: Devtools) => Promise<Row[]>): Promise<Row[]> {
  const browser = await Devtools.launch(executablePath, args);
  try {
    return await run(browser);
  } finally {
    await browser.close();
  }
}

// The budgets of JavaScript are what each page loaded before the renovation.
const visitsOf = (space: Workspace) => [
  { what: 'sign-in page', path: '/login', ready: 'input[type="password"]', atMost: 140, token: '' },
  { what: 'dashboard', path: '/manage/dashboard', ready: 'main h1', atMost: 358, token: space.token },
  {
    what: 'messenger ready to type',
    path: `/manage/messenger?dialog=${space.dialogId}`,
    ready: 'section :is(textarea, [contenteditable="true"])',
    atMost: 408,
    token: space.token,
  },
  {
    what: 'board',
    path: `/manage/project/${space.projectId}`,
    ready: '[data-column]',
    atMost: 388,
    token: space.token,
  },
];

async function measure(browser: Browser, base: string, space: Workspace): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, path, ready, token, atMost } of visitsOf(space)) {
    const seat = await Seat.take(browser, base, token);
    const { kilobytes, files } = await seat.visit(path, ready);
    await seat.leave();
    progress(`${what}: ${kilobytes.toFixed(0)} KB`);
    rows.push({ what: `${what}: JS`, figure: kilobytes, unit: 'KB', atMost });
    rows.push({ what: `${what}: files of JS`, figure: files, unit: '' });
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

import type pg from 'pg';
import type { Row } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import { paintedAfterClick, type Watched, watchClick } from './inPage.ts';
import type { Seat } from './seat.ts';

const FILES = 10_000;

/** A person's folder with 10,000 files, each with a content of its own, and without a small picture. Returns its id. */
export async function fillFolder(db: pg.Client, userid: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into files (name, type, userid, created_id) values ('Archive', 'folder', $1, $1) returning id`,
    [userid],
  );
  const id = rows[0]?.id ?? 0;
  await db.query(
    `with stored as (
      insert into stored_files (token, name, ext, mime, size, userid)
      select 'bench' || lpad(n::text, 27, '0'), 'Scan ' || n, 'zip', 'application/zip', 1000 + n, $1
      from generate_series(1, $3::int) n returning id, name, ext, size
    )
    insert into files (pid, pids, name, ext, type, userid, created_id, stored_id, size)
    select $2, array[$2::int], name, ext, 'archive', $1, $1, id, size from stored`,
    [userid, id, FILES],
  );
  // There is nothing to read in them, which would take the processor for the rest of the bench.
  await db.query('update file_texts set read_at = now() where read_at is null');
  return id;
}

const OPENINGS = 5;
const MOST_MS = 200;
/** A person looks at a folder, points at it, and clicks a moment later. */
const LOOK_MS = 300;
/** The work of a page after it was opened ends within this time. */
const SETTLED_MS = 6000;

/**
 * From the click on a folder of 10,000 files until the first ones are painted, with a mouse and without one, and the
 * whole list over the wire.
 */
export async function measureFolder(
  seat: Seat,
  { folderId, token }: { folderId: number; token: string },
  base: string,
): Promise<Row[]> {
  const click = `[data-file="${folderId}"]`;
  const until = 'section[aria-label="Archive"] [data-file]';
  const { page } = seat;
  const leave = async () => {
    await page.goBack();
    await page.waitForSelector(click);
    await page.waitForTimeout(1500);
  };
  await seat.visit('/manage/file', click);
  await page.waitForTimeout(SETTLED_MS);
  const pointed: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening++) {
    await page.mouse.move(0, 0);
    await page.locator(click).hover();
    await page.waitForTimeout(LOOK_MS);
    await page.evaluate(watchClick, until);
    await page.locator(click).click();
    const painted = await page.waitForFunction(() => (globalThis as unknown as Watched).painted());
    pointed.push((await painted.jsonValue()) ?? NaN);
    await leave();
  }
  await page.mouse.move(0, 0);
  const unpointed: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    unpointed.push(await page.evaluate(paintedAfterClick, { click, until }));
    await leave();
  }
  const wire: number[] = [];
  for (let turn = 0; turn < OPENINGS; turn++) {
    const began = performance.now();
    await (await fetch(`${base}/api/file/lists?pid=${folderId}`, { headers: { token } })).arrayBuffer();
    wire.push(performance.now() - began);
  }
  return [
    { what: 'folder of 10,000 files, first time', figure: pointed[0] ?? NaN, unit: 'ms', atMost: MOST_MS },
    { what: 'folder of 10,000 files, again', figure: median(pointed.slice(1)), unit: 'ms', atMost: MOST_MS },
    { what: 'folder of 10,000 files, without a mouse', figure: median(unpointed), unit: 'ms', atMost: MOST_MS },
    { what: 'folder of 10,000 files, all of them over the wire', figure: median(wire), unit: 'ms' },
  ];
}

import { Readable } from 'node:stream';
import { shownMsg } from '@atrium/contract/chat/messages.ts';
import { placeOf as fileAt } from '#modules/files/files.service';
import type { App } from '#platform/app';
import type { ZipEntry } from '#platform/files/zip';
import { listPersonFiles, nextPersonRows, OWN, type PersonTable, RELATED } from './person.queries.ts';

const PAGE = 1000;

/**
 * Everything about one person as entries of an archive: a JSON file for each table with rows of theirs, what these
 * refer to, and the files they stored. Secrets are left out.
 */
export async function personEntries(app: App, userid: number, now: Date): Promise<ZipEntry[]> {
  const tables = [...OWN, ...RELATED];
  const files = await listPersonFiles(app.readDb, userid);
  const about = 'Each file in data/ has the rows of one table as JSON; files/ has the files you stored, by their id.\n';
  return [
    { path: 'README.txt', at: now, open: () => Readable.from([Buffer.from(about)]) },
    ...tables.map((table) => ({
      path: `data/${table.name}.json`,
      at: now,
      open: () => Readable.from(asJson(app, table, userid), { objectMode: false }),
    })),
    ...files.map(({ id, name, ext, created_at, ...file }) => ({
      path: `files/${id} ${ext && !name.endsWith(`.${ext}`) ? `${name}.${ext}` : name}`
        .replaceAll('/', '_')
        .replace('_', '/'),
      at: created_at,
      open: () => app.storage.read(fileAt(file)),
    })),
  ];
}

async function* asJson(app: App, table: PersonTable, userid: number): AsyncGenerator<Buffer> {
  let isFirst = true;
  yield Buffer.from('[');
  for (let after = 0; ; ) {
    const rows = await nextPersonRows(app.readDb, table, userid, after, PAGE);
    for (const { row } of rows) {
      yield Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify(shownRow(row, userid))}`);
      isFirst = false;
    }
    // Tables without ids are read at once: they are short.
    if (!table.hasId || rows.length < PAGE) break;
    after = Number(rows.at(-1)?.id ?? 0);
  }
  yield Buffer.from('\n]\n');
}

/** A row as this person sees it: who voted in their anonymous poll is nobody's to know. */
function shownRow(row: Record<string, unknown>, userid: number): Record<string, unknown> {
  const { msg } = row;
  const isMessage = typeof msg === 'object' && msg !== null;
  return isMessage ? { ...row, msg: shownMsg(msg as Record<string, unknown>, userid) } : row;
}

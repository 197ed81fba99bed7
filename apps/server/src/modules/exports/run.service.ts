import { rm } from 'node:fs/promises';
import path from 'node:path';
import { EXPORT_LIMITS } from '@atrium/contract/files/exports.ts';
import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import { type Language, languageOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { approvalSheet, type SheetFilter } from '#modules/approvals/reading/sheet.service';
import { type CheckinSheetOptions, checkinSheet } from '#modules/checkin/sheet.service';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import type { StoredKind } from '#modules/files/storedFiles.service';
import { findProjectById } from '#modules/projects/projects.access';
import { zoneOfPerson } from '#modules/tasks/schedule/zone.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { randomCode } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { makeFolder } from '#platform/files/durableFile';
import { writeZip } from '#platform/files/zip';
import { performWork } from '#platform/work';
import { conversationSheet } from './conversationSheet.ts';
import {
  countLines,
  countStoredExports,
  type ExportRow,
  type ExportSelection,
  finishExport,
  listExistingExports,
  listExpired,
  listNames,
  listStoredExports,
  markRunning,
  nextLines,
  type Selection,
  type TaskLine,
  updateExport,
} from './exports.queries.ts';
import { addressOf, personOf } from './exports.service.ts';
import { personEntries } from './person.ts';
import { type Column, type Value, writeWorkbook } from './workbook.ts';

/** Rows per page: one is fetched while another is written. */
const PAGE = 500;
const KEPT_MS = 86_400_000;

/**
 * Creates the requested workbook and delivers it. `waiting` -> `running` -> `done`, or `failed`, which the requester
 * hears too. Safe to run twice: a finished export does not change.
 */
export async function runExport(app: App, id: number): Promise<void> {
  const row = await markRunning(app.db, id);
  if (!row) return;
  const lang = languageOf(row.lang);
  // The token is stored before the file: otherwise nobody would find the file if this fails or the server is killed.
  const token = row.token || randomCode(18);
  if (!row.token) await updateExport(app.db, id, { token });
  try {
    const made = await makeFile(app, { ...row, token }, lang);
    await performWork(app, systemCaller, async (work) => {
      const expired_at = new Date(work.now.getTime() + KEPT_MS);
      // The person whom the export is about was erased meanwhile.
      if (!(await finishExport(work.tx, id, { ...made, status: 'done', expired_at }))) throw fail('export.failed');
      const { name, size } = made;
      await sendSystemMessage(work, row.userid, { type: 'file_download', name, size, url: addressOf({ token, name }) });
    });
  } catch (error) {
    const code = error instanceof Failure ? error.code : 'export.failed';
    if (!(error instanceof Failure)) app.log.error({ err: error, export: id }, 'an export failed');
    await performWork(app, systemCaller, async (work) => {
      // The export's file, if there is one, is collected.
      await updateExport(work.tx, id, { status: 'failed', error: code, token, expired_at: work.now });
      const limit = code === 'export.talk' ? EXPORT_LIMITS.talk : EXPORT_LIMITS.rows;
      const words = translate(lang, `error.${code}`, { limit });
      await sendSystemMessage(work, row.userid, { type: 'content', title: words, content: words });
    });
  }
}

/** Deletes files that nobody can fetch anymore. */
export async function collectExports(app: App, now = new Date()): Promise<void> {
  for (const row of await listExpired(app.db, now)) {
    await app.storage.delete(placeOf(row));
    await updateExport(app.db, row.id, { token: '' });
  }
}

export const placeOf = ({ token }: Pick<ExportRow, 'token'>) => `export/${token.slice(0, 2)}/${token}`;

export const storedExports: StoredKind = {
  count: ({ db }) => countStoredExports(db),
  async list({ db }, after, limit) {
    const rows = await listStoredExports(db, after, limit);
    return rows.map((row) => ({ id: row.id, contents: [{ key: placeOf(row), hash: null }] }));
  },
  existing: ({ db }, ids) => listExistingExports(db, ids),
};

async function makeFile(app: App, row: ExportRow, lang: Language) {
  if (row.kind === 'person') return makePerson(app, row, lang);
  if (row.kind === 'talk') return makeTalk(app, row, lang);
  if (row.kind === 'checkin') return makeCheckins(app, row, lang);
  if (row.kind === 'approvals') return makeApprovals(app, row, lang);
  const now = new Date();
  const selection: Selection = {
    kind: row.kind as Selection['kind'],
    projectId: row.project_id,
    asked: row.asked as unknown as ExportSelection,
    now,
  };
  const total = await countLines(app.readDb, selection);
  if (total === 0) throw fail('export.none');
  if (total > EXPORT_LIMITS.rows) throw fail('export.rows');
  await updateExport(app.db, row.id, { total });

  const { userids } = selection.asked;
  const title = await titleOf(app, row, lang);
  const sheets = await sheetsOf(app, userids, title);
  const fields = COLUMNS[selection.kind];
  const columns = fields.map(({ key, width, kind }) => ({ header: translate(lang, `export.${key}`), width, kind }));
  return keep(app, row, { title, sheets, columns }, async (book) => {
    for (let done = 0, after = { sheet: -1, id: 0 }; done < total; ) {
      const lines = await nextLines(app.readDb, selection, after, PAGE);
      const last = lines.at(-1);
      if (!last) break;
      for (const [sheet, group] of Map.groupBy(lines, (line) => line.sheet)) {
        book.add(
          Math.max(0, userids.indexOf(sheet)),
          group.map((line) => fields.map(({ value }) => value(line, now))),
        );
      }
      after = { sheet: last.sheet, id: last.id };
      done += lines.length;
      await updateExport(app.db, row.id, { done });
    }
  });
}

async function makePerson(app: App, row: ExportRow, lang: Language) {
  const userid = personOf(row);
  const who = (await listNames(app.readDb, [userid])).get(userid) ?? `${userid}`;
  const now = new Date();
  const entries = await personEntries(app, userid, now);
  await updateExport(app.db, row.id, { total: entries.length });
  const file = await workFileOf(app, row);
  try {
    await writeZip(file, entries, () => undefined);
    const { size } = await app.storage.put(placeOf(row), file);
    const title = fileName(`${who} ${translate(lang, 'export.file_person')}`);
    return { size, name: `${title} ${now.toISOString().slice(0, 10)}.zip` };
  } finally {
    await rm(file, { force: true });
  }
}

async function makeTalk(app: App, row: ExportRow, lang: Language) {
  const { title, total, columns, next } = await conversationSheet(app, row, lang);
  await updateExport(app.db, row.id, { total });
  const name = fileName(`${title} ${translate(lang, 'export.file_talk')}`);
  return keep(app, row, { title: name, sheets: [name], columns }, async (book) => {
    for (let { last, rows } = await next(0, PAGE); last !== undefined; { last, rows } = await next(last, PAGE)) {
      book.add(0, rows);
    }
  });
}

async function makeCheckins(app: App, row: ExportRow, lang: Language) {
  const wish = row.asked as unknown as CheckinSheetOptions;
  const { columns, rows } = await checkinSheet(app, wish, await listNames(app.readDb, wish.userids), lang);
  const name = translate(lang, 'export.file_checkin');
  return keep(app, row, { title: name, sheets: [name], columns }, async (book) => book.add(0, rows));
}

async function makeApprovals(app: App, row: ExportRow, lang: Language) {
  const { columns, pages } = approvalSheet(app, row.asked as unknown as SheetFilter, lang);
  const name = translate(lang, 'export.file_approvals');
  let total = 0;
  return keep(app, row, { title: name, sheets: [name], columns }, async (book) => {
    for await (const rows of pages()) {
      total += rows.length;
      if (total > EXPORT_LIMITS.rows) throw fail('export.rows');
      book.add(0, rows);
    }
    if (total === 0) throw fail('export.none');
  });
}

type Book = ReturnType<typeof writeWorkbook>;
/** The path where the file is written before it is stored. What a killed server left there is deleted. */
async function workFileOf(app: App, { token }: ExportRow): Promise<string> {
  const file = path.join(app.uploadDir, `.export-${token}`);
  await makeFolder(app.uploadDir);
  await rm(file, { force: true });
  return file;
}

/** Writes a workbook and stores it for download. */
async function keep(
  app: App,
  row: ExportRow,
  { title, sheets, columns }: { title: string; sheets: readonly string[]; columns: readonly Column[] },
  fill: (book: Book) => Promise<void>,
) {
  const file = await workFileOf(app, row);
  const zone = await zoneOfPerson({ app, tx: app.db }, row.userid);
  const book = writeWorkbook({ path: file, sheets, columns, zone });
  try {
    await fill(book);
    await book.end();
    const { size } = await app.storage.put(placeOf(row), file);
    return { size, name: `${title} ${new Date().toISOString().slice(0, 10)}.xlsx` };
  } finally {
    await book.drop();
    await rm(file, { force: true });
  }
}

/** A person's sheet has their name; without named people there is one sheet. */
async function sheetsOf(app: App, userids: readonly number[], title: string): Promise<string[]> {
  if (userids.length === 0) return [title];
  const names = await listNames(app.readDb, userids);
  return userids.map((userid) => names.get(userid) || `${userid}`);
}

async function titleOf(app: App, row: ExportRow, lang: Language): Promise<string> {
  const kind = translate(lang, `export.file_${row.kind}`);
  if (row.project_id === 0) return kind;
  const project = await findProjectById({ tx: app.db }, row.project_id);
  return fileName(`${project?.name ?? ''} ${kind}`);
}
/** Characters that are allowed in file names. */
const fileName = (name: string) => name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\\/:*?"<>|]/gu, ' ').trim();

// Cells of a row -----------------------------------------------------------------------------------------------------

interface Field extends Omit<Column, 'header'> {
  key: string;
  value: (line: TaskLine, now: Date) => Value;
}

const HOUR_MS = 3_600_000;
const hours = (from: Date | null, to: Date | null): Value =>
  from && to ? (to.getTime() - from.getTime()) / HOUR_MS : null;
const fromSeconds = (seconds: number): Value => (seconds > 0 ? seconds / 3600 : null);
/** The hours by which a task was completed late or is overdue; null if it is not. */
const overrun = ({ end_at, complete_at }: TaskLine, now: Date): Value => {
  const late = hours(end_at, complete_at ?? now);
  return typeof late === 'number' && late > 0 ? late : null;
};

const id: Field = { key: 'id', width: 9, kind: 'number', value: (line) => line.id };
const parent: Field = { key: 'parent', width: 9, kind: 'number', value: (line) => line.parent_id || null };
const project: Field = { key: 'project', width: 20, kind: 'text', value: (line) => line.project_name };
const name: Field = { key: 'title', width: 40, kind: 'text', value: (line) => line.name };
const tags: Field = { key: 'tags', width: 18, kind: 'text', value: (line) => line.tags.join(', ') };
const start: Field = { key: 'start', width: 17, kind: 'time', value: (line) => line.start_at };
const end: Field = { key: 'end', width: 17, kind: 'time', value: (line) => line.end_at };
const late: Field = { key: 'overrun', width: 14, kind: 'hours', value: overrun };
const owners: Field = { key: 'owner', width: 20, kind: 'text', value: (line) => line.owners };
const creator: Field = { key: 'creator', width: 16, kind: 'text', value: (line) => line.creator };
const status: Field = {
  key: 'status',
  width: 16,
  kind: 'text',
  value: (line) => decodeStatus(line.flow_item_name).name,
};

const COLUMNS: Record<Selection['kind'], readonly Field[]> = {
  task: [
    id,
    parent,
    project,
    name,
    tags,
    start,
    end,
    { key: 'completed', width: 17, kind: 'time', value: (line) => line.complete_at },
    { key: 'archived', width: 17, kind: 'time', value: (line) => line.archived_at },
    { key: 'planned', width: 14, kind: 'hours', value: (line) => hours(line.start_at, line.end_at) },
    {
      key: 'actual',
      width: 14,
      kind: 'hours',
      value: (line) => hours(line.start_at ?? line.created_at, line.complete_at),
    },
    late,
    { key: 'in_progress', width: 14, kind: 'hours', value: (line) => fromSeconds(line.in_progress) },
    { key: 'in_test', width: 14, kind: 'hours', value: (line) => fromSeconds(line.in_test) },
    owners,
    creator,
    status,
  ],
  overdue: [id, parent, project, name, tags, start, end, late, owners, creator, status],
};

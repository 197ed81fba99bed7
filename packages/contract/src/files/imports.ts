import { type Static, Type } from 'typebox';
import { Count, call, errors, Id, MaybeFlag, Nullable, OneOf, Upload } from '../kit.ts';

/** What an export of another product holds. */
export const ImportCounts = Type.Object({
  people: Count(),
  projects: Count(),
  columns: Count(),
  tasks: Count(),
  checklist_items: Count(),
  comments: Count(),
  attachments: Count(),
  /** Of those, files in tasks that the other product keeps: they can be fetched. */
  files: Type.Optional(Count()),
  dialogs: Count(),
  messages: Count(),
  reactions: Count(),
});

/** What is left out or incomplete, by reason; `where` names the first of them by file, line or place. */
const Problems = () =>
  Type.Array(Type.Object({ what: Type.String(), count: Count(), where: Type.Array(Type.String()) }));

/** What a look at an export tells before anything is brought in. */
export const ImportReport = Type.Object({
  counts: ImportCounts,
  /** Of the people, those who have an account here by their e-mail; the others are created disabled. */
  people_known: Count(),
  /** The first projects and conversations, with their tasks or messages. */
  parts: Type.Array(Type.Object({ type: OneOf('project', 'dialog'), name: Type.String(), count: Count() })),
  problems: Problems(),
});
export type ImportReport = Static<typeof ImportReport>;

/** What an import made. What was there already is not counted: a second import makes nothing. */
export const ImportResult = Type.Object({
  created: Type.Record(Type.String(), Count()),
  /** Where to look at it: projects and conversations that the importing administrator is in. */
  links: Type.Array(Type.Object({ type: OneOf('project', 'dialog'), id: Id(), name: Type.String() })),
  /** Files that were to be fetched and did not come: `file_refused`, `file_large`, `file_failed`. */
  problems: Type.Optional(Problems()),
});
export type ImportResult = Static<typeof ImportResult>;

/**
 * An export that was uploaded. `ready` waits to be started; `running` until `done`, `failed` or `stopped`, by a person
 * or by a restart of the server. All but `done` can be started again and go on where they were.
 */
export const Import = Type.Object({
  id: Id(),
  kind: OneOf('trello', 'slack'),
  /** Of the file. */
  name: Type.String(),
  size: Count(),
  userid: Count(),
  status: OneOf('ready', 'running', 'stopped', 'failed', 'done'),
  report: ImportReport,
  /** Records dealt with, of how many. */
  done: Count(),
  total: Count(),
  /** Why it failed, in the caller's words; '' unless `failed`. */
  error: Type.String(),
  result: Nullable(ImportResult),
  created_at: Type.String(),
  ended_at: Nullable(Type.String()),
});
export type Import = Static<typeof Import>;

export const IMPORT_MAX_BYTES = 256 * 1024 * 1024;

export const importErrors = errors({
  'import.gone': { ret: 0 },
  'import.running': { ret: 0 },
  'import.file_gone': { ret: 0 },
  'import.failed': { ret: 0 },
  'import.not_json': { ret: 0 },
  'import.not_trello': { ret: 0 },
  'import.not_slack': { ret: 0 },
  'import.not_zip': { ret: 0 },
  'import.too_large': { ret: 0 },
});

const one = Type.Object({ import_id: Id() });

export const importUpload = call('import/upload', {
  summary: 'Receives an export of another product as multipart and returns what it contains. Imports nothing yet.',
  access: 'admin',
  input: Type.Object({ kind: OneOf('trello', 'slack'), file: Upload({ maxBytes: IMPORT_MAX_BYTES }) }),
  output: Import,
  errors: [
    'upload.large',
    'import.not_json',
    'import.not_trello',
    'import.not_slack',
    'import.not_zip',
    'import.too_large',
  ],
});
export const importLists = call('import/lists', {
  summary: 'Lists the latest 20 imports.',
  access: 'admin',
  output: Type.Array(Import),
});
export const importStatus = call('import/status', {
  summary: 'Returns how far an import is, and what it created.',
  access: 'admin',
  input: one,
  output: Import,
  errors: ['import.gone'],
});
export const importStart = call('import/start', {
  summary: 'Starts an import; one runs at a time. Existing data is not changed.',
  access: 'admin',
  input: Type.Object({
    import_id: Id(),
    /** Files in tasks are fetched from the other product too, each within the workspace's limit. */
    with_files: MaybeFlag(),
  }),
  output: Import,
  errors: ['import.gone', 'import.running'],
});
export const importStop = call('import/stop', {
  summary: 'Stops an import after the current record; it can be resumed.',
  access: 'admin',
  input: one,
  output: Import,
  errors: ['import.gone'],
});
export const importRemove = call('import/remove', {
  summary: 'Removes an import from the list and deletes its file. Imported data stays.',
  access: 'admin',
  input: one,
  output: Type.Object({ id: Id() }),
  errors: ['import.gone', 'import.running'],
});

export const importCalls = [importUpload, importLists, importStatus, importStart, importStop, importRemove] as const;

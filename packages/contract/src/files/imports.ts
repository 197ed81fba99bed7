import { type Static, Type } from 'typebox';
import { Count, call, errors, Id, ListOf, MaybeFlag, Nullable, OneOf, Text, Upload } from '../kit.ts';

/** The content of another product's export. */
export const ImportCounts = Type.Object({
  people: Count(),
  projects: Count(),
  columns: Count(),
  tasks: Count(),
  checklist_items: Count(),
  comments: Count(),
  attachments: Count(),
  /** Files in tasks stored at the other product: they can be downloaded. */
  files: Type.Optional(Count()),
  dialogs: Count(),
  messages: Count(),
  reactions: Count(),
});

/** Skipped or incomplete records, by reason; `where` gives the first one by file, line or path. */
const Problems = () =>
  Type.Array(Type.Object({ what: Type.String(), count: Count(), where: Type.Array(Type.String()) }));

/** The summary of an export before it is imported. */
export const ImportReport = Type.Object({
  counts: ImportCounts,
  /** People with an account here, by email; the others are created disabled. */
  people_known: Count(),
  /** The first projects and conversations, with the number of tasks or messages. */
  parts: Type.Array(Type.Object({ type: OneOf('project', 'dialog'), name: Type.String(), count: Count() })),
  problems: Problems(),
});
export type ImportReport = Static<typeof ImportReport>;

/** The records that an import created. Existing ones do not count: a second import creates nothing. */
export const ImportResult = Type.Object({
  created: Type.Record(Type.String(), Count()),
  /** Links to the results: projects and conversations that the importing administrator is in. */
  links: Type.Array(Type.Object({ type: OneOf('project', 'dialog'), id: Id(), name: Type.String() })),
  /** Files that could not be downloaded: `file_refused`, `file_large`, `file_failed`. */
  problems: Type.Optional(Problems()),
});
export type ImportResult = Static<typeof ImportResult>;

/**
 * An uploaded export. `ready` waits to be started; `running` until `done`, `failed` or `stopped`, by a person or a
 * restart of the server. All but `done` can be started again and continue.
 */
export const Import = Type.Object({
  id: Id(),
  kind: OneOf('trello', 'slack'),
  /** The file's name. */
  name: Type.String(),
  size: Count(),
  userid: Count(),
  status: OneOf('ready', 'running', 'stopped', 'failed', 'done'),
  report: ImportReport,
  /** Processed records, and the total. */
  done: Count(),
  total: Count(),
  /** The error in the caller's language; '' unless `failed`. */
  error: Type.String(),
  result: Nullable(ImportResult),
  created_at: Type.String(),
  ended_at: Nullable(Type.String()),
});
export type Import = Static<typeof Import>;

/** A person of an export, and the account that may be theirs here. */
export const ImportPerson = Type.Object({
  /** The other product's id. */
  external_id: Type.String(),
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  /** Tasks that the person is assigned to. */
  tasks: Count(),
  /** Messages and comments that the person wrote. */
  messages: Count(),
  /** An active person here with the same email or, if only one has it, the same name; 0 if there is none. */
  userid: Count(),
  by: OneOf('email', 'name', ''),
});
export type ImportPerson = Static<typeof ImportPerson>;

/** The most used people of an export that can be mapped; a larger export maps the others by email. */
export const IMPORT_MAX_PEOPLE = 2000;
export const IMPORT_MAX_ID_CHARS = 200;

export const IMPORT_MAX_BYTES = 256 * 1024 * 1024;

export const importErrors = errors({
  'import.gone': { ret: 0 },
  'import.running': { ret: 0 },
  'import.file_gone': { ret: 0 },
  'import.person': { ret: 0 },
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
export const importPeople = call('import/people', {
  summary: 'Lists the people of an export, most used first, with who they may be here.',
  access: 'admin',
  input: one,
  output: Type.Array(ImportPerson),
  errors: ['import.gone'],
});
export const importStart = call('import/start', {
  summary: 'Starts an import; one runs at a time. Existing data is not changed.',
  access: 'admin',
  input: Type.Object({
    import_id: Id(),
    /** Downloads files of tasks from the other product too, each within the workspace's limit. */
    with_files: MaybeFlag(),
    /**
     * The accounts for people of the export: an active person, or 0 for nobody; the name is then in the text. Other
     * people are matched by email, or get a disabled account. Without it, the choice of an earlier start counts.
     */
    people: Type.Optional(
      ListOf(
        Type.Object({
          external_id: Text({ minLength: 1, maxLength: IMPORT_MAX_ID_CHARS }),
          userid: Type.Integer({ minimum: 0, maximum: 2147483647, wire: 'int' }),
        }),
        IMPORT_MAX_PEOPLE,
      ),
    ),
  }),
  output: Import,
  errors: ['import.gone', 'import.running', 'import.person'],
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

export const importCalls = [
  importUpload,
  importLists,
  importStatus,
  importPeople,
  importStart,
  importStop,
  importRemove,
] as const;

import { Type } from 'typebox';
import { Count, call, errors, Id, OneOf } from './kit.ts';

export const ImportReport = Type.Object({
  id: Id(),
  kind: Type.String(),
  state: Type.String(),
  /** Steps done and to do, for a progress bar. */
  done: Count(),
  total: Count(),
  /** What the file holds, and what of it was new. */
  found: Type.Record(Type.String(), Count()),
  created: Type.Record(Type.String(), Count()),
  problems: Type.Array(Type.Object({ where: Type.String(), what: Type.String() })),
  error: Type.String(),
});
export const importErrors = errors({
  'import.file': { ret: 0 },
  'import.kind': { ret: 0 },
  'import.gone': { ret: 0 },
  'import.state': { ret: 0 },
});
/** The file itself goes by POST multipart to `api/import/upload`, field `file`. */
export const importUpload = call('import/upload', {
  summary: 'Takes an export of another product and reports what it holds; nothing is changed yet.',
  access: 'admin',
  input: Type.Object({ kind: OneOf('trello', 'slack') }),
  output: ImportReport,
  errors: ['import.file', 'import.kind'],
});
export const importStart = call('import/start', {
  summary: 'Imports what was uploaded, in the background.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: ImportReport,
  errors: ['import.gone', 'import.state'],
});
export const importStatus = call('import/status', {
  summary: 'How far an import is.',
  access: 'admin',
  input: Type.Object({ id: Id() }),
  output: ImportReport,
  errors: ['import.gone'],
});
export const importCalls = [importUpload, importStart, importStatus] as const;

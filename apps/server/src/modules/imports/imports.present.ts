import { allErrors, type ErrorCode } from '@atrium/contract/contract.ts';
import type { Import, ImportReport, ImportResult } from '@atrium/contract/files/imports.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { wireTime } from '#platform/time/time';
import type { ImportRow } from './imports.queries.ts';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(allErrors, code);

export const presentImport = (row: ImportRow, lang: Language): Import => ({
  id: row.id,
  kind: row.kind as Import['kind'],
  name: row.name,
  size: Number(row.size),
  userid: row.userid,
  status: row.status as Import['status'],
  report: row.report as unknown as ImportReport,
  done: Math.min(row.done, row.total),
  total: row.total,
  error: isCode(row.error) ? translate(lang, `error.${row.error}`) : '',
  result: row.result as unknown as ImportResult | null,
  created_at: wireTime(row.created_at),
  ended_at: wireTime(row.ended_at),
});

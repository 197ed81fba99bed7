import type { ApprovalField } from '@atrium/contract/approvals/definition.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { App } from '#platform/app';
import { findContents } from '../definitions/definitions.queries.ts';
import { formNameIn, lineIn, namesLike } from '../definitions/standardTexts.ts';
import { listSheetRows, type SheetFilter, type SheetRow } from './stats.queries.ts';

export type { SheetFilter } from './stats.queries.ts';

const COLUMNS = [
  ['id', 9, 'number'],
  ['form', 20, 'text'],
  ['person', 20, 'text'],
  ['department', 18, 'text'],
  ['state', 14, 'text'],
  ['values', 60, 'text'],
  ['days', 12, 'number'],
  ['start', 17, 'time'],
  ['end', 17, 'time'],
  ['waiting', 20, 'text'],
] as const;
const PAGE = 500;

/** Requests as rows of a workbook, in pages. */
export function approvalSheet(app: App, wish: SheetFilter, lang: Language) {
  return {
    columns: COLUMNS.map(([key, width, kind]) => ({ header: translate(lang, `export.approval_${key}`), width, kind })),
    async *pages() {
      const forms = wish.form ? namesLike(wish.form) : null;
      for (let after = 0, isMore = true; isMore; ) {
        const rows = await listSheetRows(app.readDb, wish, forms, { after, limit: PAGE });
        const contents = await findContents(app.readDb, rows);
        isMore = rows.length === PAGE;
        after = rows.at(-1)?.id ?? after;
        yield rows.map((row) => cellsOf(row, contents.get(`${row.definition_id}.${row.version}`)?.form ?? [], lang));
      }
    },
  };
}

function cellsOf(row: SheetRow, form: readonly ApprovalField[], lang: Language) {
  const state = row.canceled_at ? 'approval_canceled' : `approval_state_${row.state}`;
  return [
    row.id,
    formNameIn(row.name, lang),
    row.nickname,
    row.department,
    translate(lang, `export.${state}`),
    row.summary
      .map((line) => lineIn(line, form, lang))
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
    row.days > 0 ? row.days : null,
    row.created_at,
    row.end_at,
    row.waiting_for,
  ];
}

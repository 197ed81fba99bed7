import { EXPORT_LIMITS } from '@atrium/contract/files/exports.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { presentDialogs } from '#modules/dialogs/dialogs.service';
import { previewText } from '#modules/dialogs/preview.service';
import { displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import { countMessages, type ExportedMessage, type ExportRow, listNextMessages } from './exports.queries.ts';
import type { Column, Value } from './workbook.ts';

/** A spreadsheet cell holds 32,767 characters. */
const CELL_CHARS = 32_000;

interface Field extends Omit<Column, 'header'> {
  key: string;
  value: (line: ExportedMessage, lang: Language) => Value;
}
const FIELDS: readonly Field[] = [
  { key: 'id', width: 10, kind: 'number', value: ({ id }) => id },
  { key: 'said_at', width: 17, kind: 'time', value: ({ created_at }) => created_at },
  { key: 'said_by', width: 20, kind: 'text', value: (line) => displayName(line) },
  { key: 'said', width: 80, kind: 'text', value: (line, lang) => truncate(wordsOf(line, lang), CELL_CHARS) },
  { key: 'said_kind', width: 12, kind: 'text', value: ({ type }) => type },
  { key: 'said_reply', width: 10, kind: 'number', value: ({ reply_id }) => reply_id || null },
  {
    key: 'said_emoji',
    width: 14,
    kind: 'text',
    value: ({ emoji }) => emoji.map(({ symbol, userids }) => `${symbol} ${userids.length}`).join(', '),
  },
];

/** The whole text of a message, or its preview if it has no text. */
function wordsOf(line: ExportedMessage, lang: Language): string {
  if (line.type !== 'text' && line.type !== 'longtext') return previewText(line, lang);
  const raw = line.content ?? String(line.msg['text'] ?? '');
  const isMarkdown = (line.content_type ?? line.msg['type']) === 'md';
  return isMarkdown ? raw : plainText(raw, 'html');
}

/**
 * A conversation as rows of a workbook, oldest first.
 *
 * @throws dialog.gone  the person is no longer a member
 * @throws export.talk  too many messages for a workbook
 */
export async function conversationSheet(app: App, row: ExportRow, lang: Language) {
  const view = {
    app,
    tx: app.db,
    caller: callerFor(row.userid, { lang }),
    now: new Date(),
    mutation: undefined,
  };
  const { dialog } = await dialogFor(view, row.dialog_id);
  const total = await countMessages(app.db, dialog.id);
  if (total > EXPORT_LIMITS.talk) throw fail('export.talk', { limit: EXPORT_LIMITS.talk });
  const [shown] = await presentDialogs(view, [dialog.id]);
  return {
    total,
    title: shown?.name ?? '',
    columns: FIELDS.map(({ key, width, kind }) => ({ header: translate(lang, `export.${key}`), width, kind })),
    /** The messages after a given one. */
    async next(after: number, limit: number) {
      const lines = await listNextMessages(app.db, dialog.id, after, limit);
      return { last: lines.at(-1)?.id, rows: lines.map((line) => FIELDS.map(({ value }) => value(line, lang))) };
    },
  };
}

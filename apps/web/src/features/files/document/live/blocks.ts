import {
  IconAt,
  IconBlockquote,
  IconCalendar,
  IconH1,
  IconH2,
  IconH3,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMathFunction,
  IconSeparator,
  IconSourceCode,
  IconSquareCheck,
  IconTable,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';

const emptyCell = (type: string) => ({ type, content: [{ type: 'paragraph' }] });
const row = (type: string) => ({ type: 'tableRow', content: [emptyCell(type), emptyCell(type), emptyCell(type)] });
const TABLE = { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] };

/** Inserts a table, with the caret in its first cell. */
export function insertTable(editor: Editor): void {
  editor
    .chain()
    .focus()
    .insertContent(TABLE)
    .command(({ tr, commands }) => {
      const { $from } = tr.selection;
      const depth = Array.from({ length: $from.depth + 1 }, (_, at) => at).findLast(
        (at) => $from.node(at).type.name === 'table',
      );
      // The 3 steps lead into the first row, its first cell, and the paragraph in that.
      return depth === undefined || commands.setTextSelection($from.start(depth) + 3);
    })
    .run();
}

const longDay = lazyValue(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }));

export interface Block {
  /** The English name, for people who type it. */
  name: string;
  label: string;
  icon: typeof IconList;
  run: (editor: Editor, onFormula: () => void) => unknown;
}

const heading = (level: 1 | 2 | 3, icon: typeof IconList): Block => ({
  ...{ name: `h${level}`, label: t('document.heading', { level }), icon },
  run: (editor) => editor.chain().focus().setHeading({ level }).run(),
});

const blocks = (): Block[] => [
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  {
    ...{ name: 'list', label: t('format.bulletList'), icon: IconList },
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    ...{ name: 'numbers', label: t('format.orderedList'), icon: IconListNumbers },
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    ...{ name: 'todo', label: t('format.taskList'), icon: IconListCheck },
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  { name: 'table', label: t('document.table_block'), icon: IconTable, run: insertTable },
  {
    ...{ name: 'quote', label: t('format.blockquote'), icon: IconBlockquote },
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    ...{ name: 'code', label: t('format.codeBlock'), icon: IconSourceCode },
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    ...{ name: 'formula', label: t('document.formula'), icon: IconMathFunction },
    run: (_editor, onFormula) => onFormula(),
  },
  {
    ...{ name: 'divider', label: t('document.divider'), icon: IconSeparator },
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  // The sign opens the list of people or tasks, as if it were typed.
  {
    ...{ name: 'mention', label: t('composer.mention'), icon: IconAt },
    run: (editor) => editor.chain().focus().insertContent('@').run(),
  },
  {
    ...{ name: 'task', label: t('composer.mention_task'), icon: IconSquareCheck },
    run: (editor) => editor.chain().focus().insertContent('#').run(),
  },
  {
    ...{ name: 'today', label: t('document.today'), icon: IconCalendar },
    run: (editor) =>
      editor
        .chain()
        .focus()
        .insertContent(`${longDay().format(nowDate())} `)
        .run(),
  },
];

/** The blocks that can be inserted, by a part of the label or by the beginning of the English name. */
export function matchingBlocks(query: string): Block[] {
  const typed = query.toLocaleLowerCase(locale);
  return blocks().filter(
    ({ name, label }) => name.startsWith(typed) || label.toLocaleLowerCase(locale).includes(typed),
  );
}

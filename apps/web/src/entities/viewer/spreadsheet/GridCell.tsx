import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Book } from '@atrium/richtext/sheet/book.ts';
import { CellError } from '@atrium/richtext/sheet/values.ts';
import type { CSSProperties } from 'react';
import { t } from '#sync/language.ts';
import { shownText } from './cellText.ts';
import classes from './Spreadsheet.module.css';

interface Props {
  book: Book;
  sheet: string;
  row: number;
  column: number;
  isChosen: boolean;
  style: CSSProperties;
}

/** One cell with its format; its whole text is a tooltip where it may be cut off. */
export function GridCell({ book, sheet, row, column, isChosen, style }: Props) {
  const look = book.lookAt(sheet, row, column);
  const value = book.valueAt(sheet, row, column);
  const text = shownText(value, look);
  const line = look?.underline && look.strike ? 'both' : look?.underline ? 'underline' : look?.strike && 'strike';
  const isError = value instanceof CellError;
  const align =
    look?.align ?? (typeof value === 'number' ? 'right' : typeof value === 'boolean' ? 'center' : undefined);
  return (
    <span
      role="gridcell"
      id={`cell-${row}-${column}`}
      className={classes.cell}
      aria-colindex={column + 1}
      aria-selected={isChosen}
      aria-label={`${columnName(column)}${row + 1} ${text}`}
      data-bold={look?.bold || undefined}
      data-italic={look?.italic || undefined}
      data-line={line || undefined}
      data-wrap={look?.wrap || undefined}
      data-align={align}
      data-error={isError || undefined}
      title={isError ? t('sheet.error', { code: text }) : text.length > 12 ? text : undefined}
      style={{
        ...style,
        ...(look?.fill && { backgroundColor: look.fill, color: inkOn(look.fill) }),
        ...(look?.color && { color: look.color }),
      }}
    >
      {text}
    </span>
  );
}

/** The color of letters that can be read on a fill, in both themes. */
function inkOn(fill: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  const light = 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0);
  return light > 140 ? '#1a1c20' : '#ffffff';
}

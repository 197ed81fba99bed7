import { type KeyboardEvent, type Ref, useMemo } from 'react';
import classes from './Spreadsheet.module.css';

interface Props {
  label: string;
  value: string;
  ref: Ref<HTMLTextAreaElement>;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onBlur: () => void;
}

/** The field in the active cell, as large as its text. */
export function CellEditor({ label, value, ref, onChange, onKeyDown, onBlur }: Props) {
  const lines = useMemo(() => value.split('\n'), [value]);
  return (
    <textarea
      ref={ref}
      className={classes.editor}
      aria-label={label}
      value={value}
      rows={lines.length}
      style={{
        width: `${Math.min(60, Math.max(...lines.map(({ length }) => length)) + 2)}ch`,
        height: lines.length * 19 + 6,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  );
}

import { Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import classes from './InlineEdit.module.css';

interface Props {
  label: string;
  value: string;
  maxLength: number;
  /** As many lines as a long text needs, in the place of one that is cut. */
  wraps?: boolean;
  className?: string | undefined;
  onSave: (value: string) => void;
}

/** What is pasted may hold lines; a name is one. */
const inOneLine = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
    : text;

/** A text that is its own field: Enter or leaving it saves, Escape brings back what was there, and so does nothing typed. */
export function InlineEdit({ label, value, maxLength, wraps = false, className = '', onSave }: Props) {
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setText(value);
  }
  const save = () => {
    const next = text.trim();
    if (next && next !== value) onSave(next);
    else setText(value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Enter ends a sign that is being composed, not the edit.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.blur();
    }
    if (event.key === 'Escape') setText(value);
  };
  const field = {
    // The field takes Escape while it has something to undo: the modal around it stays open.
    'data-mantine-stop-propagation': text !== value || undefined,
    size: 'sm',
    variant: 'unstyled',
    flex: 1,
    'aria-label': label,
    value: text,
    maxLength,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setText(inOneLine(event.currentTarget.value)),
    onBlur: save,
    onKeyDown,
  } as const;
  if (!wraps) return <TextInput className={className} {...field} />;
  return (
    <Textarea
      {...field}
      rows={1}
      className={className}
      // As high as the same words in the same width: a height that was measured once is wrong where the width changes.
      wrapperProps={{ 'data-text': text }}
      classNames={{ root: classes.growing ?? '', input: classes.field ?? '' }}
    />
  );
}

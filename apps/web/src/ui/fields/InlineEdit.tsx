import { Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { isComposing } from '#ui/keys/composing.ts';
import classes from './InlineEdit.module.css';

interface Props {
  label: string;
  value: string;
  maxLength: number;
  /** Wraps a long text over several lines instead of cutting it. */
  wraps?: boolean;
  className?: string | undefined;
  onSave: (value: string) => void;
}

/** Removes line breaks from pasted text, because a name has none. */
const inOneLine = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
    : text;

/** A text that is edited in place: Enter or leaving it saves; Escape or empty text restores it. */
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
    // Enter ends a composition by an input method, not the edit.
    if (isComposing(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.blur();
    }
    if (event.key === 'Escape') setText(value);
  };
  const field = {
    // Escape restores the text if that was changed, and the modal around it stays open.
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
      // The field is as high as the same text at the same width: a measured height would be wrong when the width
      // changes.
      wrapperProps={{ 'data-text': text }}
      classNames={{ root: classes.growing ?? '', input: classes.field ?? '' }}
    />
  );
}

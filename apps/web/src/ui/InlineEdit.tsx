import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface Props {
  label: string;
  value: string;
  maxLength: number;
  onSave: (value: string) => void;
}

/** A text that is its own field: Enter or leaving it saves, Escape brings back what was there, and so does nothing typed. */
export function InlineEdit({ label, value, maxLength, onSave }: Props) {
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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter ends a sign that is being composed, not the edit.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') setText(value);
  };
  return (
    <TextInput
      // Escape is the field's while there is something to bring back: the modal that it stands in stays open.
      data-mantine-stop-propagation={text !== value || undefined}
      size="sm"
      variant="unstyled"
      flex={1}
      aria-label={label}
      value={text}
      maxLength={maxLength}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}

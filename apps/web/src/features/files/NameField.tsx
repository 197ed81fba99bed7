import { DRIVE_NAME_MAX } from '@atrium/contract/files/drive.ts';
import { BAD_IN_NAMES } from '@atrium/contract/files/driveTypes.ts';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';

interface Props {
  label: string;
  value: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** A menu has given the focus back by then. */
const RETURNED_MS = 500;

/** Edits a name in place: Enter saves; Escape or an unchanged name cancels. */
export function NameField({ label, value, onSave, onCancel }: Props) {
  const [text, setText] = useState(value);
  const isDone = useRef(false);
  const [openedAt] = useState(() => performance.now());
  const name = text.trim();
  const isGood = [...name].length >= 2 && !BAD_IN_NAMES.test(name);
  const finish = (save: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (save && isGood && name !== value) onSave(name);
    else onCancel();
  };
  return (
    <TextInput
      size="xs"
      w="100%"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={DRIVE_NAME_MAX}
      error={name !== '' && !isGood && t('error.drive.name')}
      ref={(field) => {
        if (field && document.activeElement !== field && !isDone.current) {
          field.focus();
          field.select();
        }
      }}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={({ currentTarget }) => {
        // The menu that opened it gives the focus back to its button, on a slow machine after this has taken it.
        if (name === value && performance.now() - openedAt < RETURNED_MS) currentTarget.focus();
        else finish(true);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event)) return;
        // Otherwise the key press goes on to the entry that gets the focus, and opens it.
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Enter' && (isGood || name === '')) finish(true);
        if (event.key === 'Escape') finish(false);
      }}
    />
  );
}

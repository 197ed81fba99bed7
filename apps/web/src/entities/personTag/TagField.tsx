import { PERSON_TAG_NAME_MAX } from '@atrium/contract/people/personTags.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isComposing } from '#ui/keys/composing.ts';

interface Props {
  label: string;
  /** The button's text. */
  action: string;
  value?: string;
  /** Saves the name. Resolves with the error, or '' on success. */
  onSave: (name: string) => Promise<string>;
  onClose: () => void;
}

/** A field for one name: Enter or the button saves it, Escape cancels. A refused name stays, with the reason. */
export function TagField({ label, action, value = '', onSave, onClose }: Props) {
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const save = async () => {
    const wanted = name.trim();
    if (isBusy) return;
    if (!wanted || wanted === value) return onClose();
    setBusy(true);
    const words = await onSave(wanted);
    setBusy(false);
    setProblem(words);
    if (!words) setName('');
    // The field gets the focus back, which the button lost when it was disabled.
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // Enter must not submit a form around the field, and Escape must not close a modal.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') void save();
    else onClose();
  };
  return (
    <TextInput
      ref={field}
      autoFocus
      // Escape belongs to the field: a modal around it stays open.
      data-mantine-stop-propagation
      size="sm"
      w={220}
      maw="100%"
      aria-label={label}
      placeholder={label}
      maxLength={PERSON_TAG_NAME_MAX}
      value={name}
      error={problem}
      errorProps={{ role: 'alert' }}
      onChange={(event) => {
        setName(event.currentTarget.value);
        setProblem('');
      }}
      onKeyDown={onKeyDown}
      rightSection={
        <ActionIcon variant="subtle" aria-label={action} loading={isBusy} onClick={() => void save()}>
          <IconCheck size={18} stroke={1.75} />
        </ActionIcon>
      }
    />
  );
}

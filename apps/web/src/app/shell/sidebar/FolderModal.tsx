import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  /** '' for a new folder. */
  name: string;
  taken: readonly string[];
  onClose: () => void;
  onDone: (name: string) => void;
}

/** The name of a folder of projects in the sidebar. */
export function FolderModal({ name, taken, onClose, onDone }: Props) {
  const [words, setWords] = useState(name);
  const trimmed = words.trim();
  const isTaken = trimmed !== name && taken.includes(trimmed);
  return (
    <Modal opened onClose={onClose} size={400} title={t(name ? 'side.rename_folder' : 'side.new_folder')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed && !isTaken) onDone(trimmed);
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('side.folder_name')}
            maxLength={60}
            value={words}
            error={isTaken && t('side.folder_taken')}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <FormEnd onCancel={onClose} disabled={!trimmed || isTaken}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

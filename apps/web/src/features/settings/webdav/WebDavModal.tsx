import type { davCreate } from '@atrium/contract/files/dav.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addCredential } from './webdav.actions.ts';

interface Props {
  /** The longest life that the workspace allows, in days. */
  most: number;
  onClose: () => void;
  /** Called when a password was made; the modal shows it until it is closed. */
  onMade: () => void;
}

const DAYS = [7, 30, 90, 365];
const USUAL = 90;

/** Asks for the name and end of a new app password; then shows once what to enter in the other program. */
export function WebDavModal({ most, onClose, onMade }: Props) {
  const isNarrow = useIsNarrow();
  const choices = [...DAYS.filter((each) => each < most), most];
  const [name, setName] = useState('');
  const [days, setDays] = useState(Math.min(USUAL, most));
  const [made, setMade] = useState<OutputOf<typeof davCreate> | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      setMade(await addCredential({ name: name.trim(), expire_days: days }));
      onMade();
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={made ? made.name : t('webdav.add')} fullScreen={isNarrow}>
      {made ? (
        <Stack gap="md">
          <Text size="sm">{t('webdav.keep')}</Text>
          <CopyLine id="webdav-user" label={t('webdav.user')} hint={t('webdav.user')} words={made.public_id} />
          <CopyLine
            id="webdav-password"
            label={t('webdav.password')}
            hint={t('webdav.password')}
            words={made.password}
          />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('tokens.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <TextInput
              data-autofocus
              label={t('webdav.device')}
              placeholder={t('webdav.device_example')}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('tokens.expires_after')}
              value={String(days)}
              data={choices.map((each) => ({ value: String(each), label: t('tokens.days_count', { count: each }) }))}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            />
            <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
              {t('tokens.create')}
            </FormEnd>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

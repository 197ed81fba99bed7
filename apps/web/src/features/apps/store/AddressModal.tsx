import type { StagedApp } from '@atrium/contract/workspace/appCatalog.ts';
import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { stageApp } from '#features/apps/apps.actions.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

/** The address of an app's manifest. */
export function AddressModal({ onClose, onStaged }: { onClose: () => void; onStaged: (staged: StagedApp) => void }) {
  const isNarrow = useIsNarrow();
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onStaged(await stageApp({ url: url.trim() }));
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('apps.from_address')} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            type="url"
            required
            label={t('apps.manifest')}
            description={t('apps.manifest_hint')}
            placeholder="https://example.org/atrium.json"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy} disabled={url.trim() === ''}>
            {t('apps.check')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

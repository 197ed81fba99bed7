import { Alert, Button, Group, Image } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { findLatestPhoto, sendLatestPhoto } from './photo.actions.ts';

/** The phone's newest photo, to send with one tap. */
export function PhotoModal({ dialogId, onClose }: { dialogId: number; onClose: () => void }) {
  const { data, again } = useRequest(() => findLatestPhoto());
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const photo = data && 'id' in data ? data : null;
  const words = problem || (data && 'words' in data ? data.words : '');
  const send = async () => {
    if (!photo) return;
    setBusy(true);
    const refused = await sendLatestPhoto(dialogId, photo);
    setBusy(false);
    if (refused) setProblem(refused);
    else onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('photo.latest')} size="sm">
      {!data && <LoadingPlaceholder label={t('state.loading')} />}
      {photo && (
        <Image src={`data:image/jpeg;base64,${photo.preview}`} alt={photo.name} radius="md" mah={320} fit="contain" />
      )}
      {words && (
        <Alert role="alert" color="red" variant="light" mt="sm">
          {words}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        {photo ? (
          <Button data-autofocus loading={isBusy} onClick={() => void send()}>
            {t('composer.send')}
          </Button>
        ) : (
          data && <Button onClick={again}>{t('action.retry')}</Button>
        )}
      </Group>
    </Modal>
  );
}

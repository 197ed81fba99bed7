import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  title: string;
  /** @throws CallError with the server's text */
  read: (renew: boolean) => Promise<string>;
  onClose: () => void;
}

/** The secret with which calls of an address are signed, to copy or to replace. */
export function SecretModal({ title, read, onClose }: Props) {
  const { data, problem, show } = useRequest(() => read(false));
  const [failure, setFailure] = useState('');
  const renew = async () => {
    const isSure = await askFirst({
      title: t('commands.renew'),
      text: t('commands.renew_text'),
      action: t('commands.renew'),
      isDangerous: true,
    });
    if (isSure) await read(true).then(show, (error: unknown) => setFailure(wordsOf(error)));
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      {data === null ? (
        <NotYet problem={problem} />
      ) : (
        <Stack gap="md">
          <CopyLine id="signing-secret" label={t('commands.secret')} hint={t('commands.secret_hint')} words={data} />
          <Problem words={failure} />
          <Button variant="default" color="red" onClick={() => void renew()}>
            {t('commands.renew')}
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

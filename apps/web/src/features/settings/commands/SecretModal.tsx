import type { Command } from '@atrium/contract/chat/commands.ts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { CopyLine } from '#features/settings/CopyLine.tsx';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { readSecret } from './commands.actions.ts';

/** The secret with which a command's calls are signed, to copy or to replace. */
export function SecretModal({ command, onClose }: { command: Command; onClose: () => void }) {
  const { data, problem, show } = useAsked(() => readSecret(command.id));
  const [failure, setFailure] = useState('');
  const renew = async () => {
    const isSure = await askFirst({
      title: t('commands.renew'),
      text: t('commands.renew_text'),
      action: t('commands.renew'),
      isDangerous: true,
    });
    if (isSure) await readSecret(command.id, true).then(show, (error: unknown) => setFailure(wordsOf(error)));
  };
  return (
    <Modal opened onClose={onClose} title={`/${command.word}`}>
      {data === null ? (
        <NotYet problem={problem} />
      ) : (
        <Stack gap="md">
          <CopyLine id="command-secret" label={t('commands.secret')} hint={t('commands.secret_hint')} words={data} />
          <Problem words={failure} />
          <Button variant="default" color="red" onClick={() => void renew()}>
            {t('commands.renew')}
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

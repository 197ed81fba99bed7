import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { signInByPasskey } from './factor.actions.ts';

interface Props {
  onDone: () => void;
  onProblem: (words: string) => void;
}

/** Signs in without a password. */
export function PasskeyButton({ onDone, onProblem }: Props) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    onProblem('');
    const { words } = await signInByPasskey();
    setBusy(false);
    if (words) onProblem(words);
    else onDone();
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} stroke={1.75} />}
      loading={isBusy}
      onClick={() => void run()}
    >
      {t('passkey.sign_in')}
    </Button>
  );
}

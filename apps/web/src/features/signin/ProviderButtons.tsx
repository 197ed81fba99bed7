import { Button, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { goToProvider, type SignInWays } from './sso.actions.ts';

interface Props {
  ways: SignInWays;
  /** The page to open afterwards. */
  target: string;
  onProblem: (words: string) => void;
}

/** Sign-in with an account that the person has elsewhere. */
export function ProviderButtons({ ways, target, onProblem }: Props) {
  const [busy, setBusy] = useState('');
  const go = async (id: string) => {
    onProblem('');
    setBusy(id);
    const again = new URLSearchParams(location.search).has('again');
    const problem = await goToProvider(id, { target, again });
    // The button stays busy while the browser leaves.
    if (!problem) return;
    setBusy('');
    onProblem(problem);
  };
  return (
    <Stack gap="xs">
      {ways.providers.map(({ id, name }) => (
        <Button key={id} variant="default" size="md" fullWidth loading={busy === id} onClick={() => void go(id)}>
          {t('signin.with', { name })}
        </Button>
      ))}
      {ways.password && <Divider label={t('signin.or')} mt="xs" />}
    </Stack>
  );
}

import { Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { finishWithProvider } from './sso.actions.ts';

interface Props {
  /** Opens the page that the person had asked for. */
  onDone: (target: string) => void;
}

/** The page that sign-in providers send people back to. */
export function ProviderReturn({ onDone }: Props) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  // This prevents a second call, because the address works only once, and effects may run twice.
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void finishWithProvider(location.search.slice(1)).then((outcome) => {
      if ('problem' in outcome) setProblem(outcome.problem);
      // The code is left out of the history.
      else onDone(outcome.target);
    });
  }, [onDone]);
  if (!problem) {
    return (
      <Center component="main" h="100%">
        <Stack align="center">
          <Loader />
          <Text role="status">{t('sso.working')}</Text>
        </Stack>
      </Center>
    );
  }
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        drawing="lost"
        title={t('sso.failed')}
        text={problem}
        action={{ label: t('sso.back'), run: () => void navigate('/login', { replace: true }) }}
      />
    </main>
  );
}

import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { verifyEmail } from './signin.actions.ts';

/** The page of a verification link. */
export function VerifyEmail() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<{ isDone: boolean; words: string } | null>(null);
  const code = search.get('code') ?? '';
  useEffect(() => {
    void verifyEmail(code).then(setOutcome);
  }, [code]);
  if (!outcome) return <Loader m="auto" />;
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        drawing={outcome.isDone ? 'done' : 'lost'}
        text={outcome.words}
        action={{ label: t('signin.enter'), run: () => void navigate('/login') }}
      />
    </main>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { t } from '#sync/language.ts';
import { SignInCard } from './SignInCard.tsx';
import { unsubscribe } from './unsubscribe.actions.ts';

/** The page of the link that ends mails about unread messages. It asks, because scanners open links. */
export function Unsubscribe() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  const [isDone, setDone] = useState(false);
  const run = async () => {
    const words = await unsubscribe(search.get('token') ?? '');
    setProblem(words);
    setDone(!words);
  };
  if (isDone) {
    return (
      <SignInCard title={t('unsubscribe.done')} text={t('unsubscribe.text')}>
        <Button size="md" variant="default" onClick={() => void navigate('/')}>
          {t('qr.open')}
        </Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={t('unsubscribe.title')} text={t('unsubscribe.text')} problem={problem} onSubmit={run}>
      <Button size="md" type="submit">
        {t('unsubscribe.action')}
      </Button>
    </SignInCard>
  );
}

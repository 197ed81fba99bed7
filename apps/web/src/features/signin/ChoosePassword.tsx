import { Button, Loader, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NewPassword } from '#entities/form/NewPassword.tsx';
import { t } from '#sync/language.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { type Reset, readReset, setPassword } from './factor.actions.ts';
import { SignInCard } from './SignInCard.tsx';
import { askRegistration } from './signin.actions.ts';

/** The page of a link that sets a password. */
export function ChoosePassword() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const token = search.get('token') ?? '';
  const [reset, setReset] = useState<Reset | { words: string } | null>(null);
  const [password, setNew] = useState('');
  const [problem, setProblem] = useState('');
  const [missing, setMissing] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    void readReset(token).then(setReset);
  }, [token]);
  const toSignIn = (
    <Button
      size="md"
      variant={isDone ? 'filled' : 'default'}
      onClick={() => void navigate('/login', { replace: true })}
    >
      {t('forgot.to_sign_in')}
    </Button>
  );
  if (!reset) return <Loader m="auto" role="status" aria-label={t('state.loading')} />;
  if ('words' in reset) return <DeadLink words={reset.words} toSignIn={toSignIn} />;
  if (isDone) {
    return (
      <SignInCard title={t('forgot.done_title')} text={t('forgot.done_text')}>
        {toSignIn}
      </SignInCard>
    );
  }
  const submit = async () => {
    setBusy(true);
    const { words } = await setPassword(token, password);
    setBusy(false);
    setProblem(words);
    setDone(!words);
  };
  return (
    <SignInCard
      title={t('forgot.choose_title')}
      text={t('forgot.choose_text')}
      problem={problem}
      onSubmit={submit}
      onInvalid={setMissing}
    >
      <TextInput label={t('field.email')} value={reset.email} readOnly variant="filled" autoComplete="username" />
      <NewPassword
        name="password"
        label={t('settings.password_new')}
        error={missing.includes('password') && t('signin.missing')}
        min={reset.password_min}
        value={password}
        onChange={setNew}
        autoFocus
      />
      <Button type="submit" size="md" loading={isBusy}>
        {t('forgot.save')}
      </Button>
    </SignInCard>
  );
}

/** Offers another link if this workspace can mail one. */
function DeadLink({ words, toSignIn }: { words: string; toSignIn: ReactNode }) {
  const [canMail, setCanMail] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    void askRegistration().then(({ can_reset }) => setCanMail(can_reset));
  }, []);
  if (isAsking) return <ForgotPassword email="" canMail onBack={() => setAsking(false)} />;
  return (
    <SignInCard title={t('forgot.gone_title')} text={words}>
      {canMail && (
        <Button size="md" onClick={() => setAsking(true)}>
          {t('forgot.again')}
        </Button>
      )}
      {toSignIn}
    </SignInCard>
  );
}

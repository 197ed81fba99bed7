import { Button, Loader, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NewPassword } from '#entities/form/NewPassword.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { t } from '#sync/language.ts';
import { NoPassword } from './form/NoPassword.tsx';
import { SignInCard } from './SignInCard.tsx';
import { type EmailLink, readLink, verifyEmail } from './signin.actions.ts';

/**
 * The page of a mailed link: nothing happens until its reader enters a password, because programs that scan mails open
 * links too, and a stranger may have asked for the account.
 */
export function VerifyEmail() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const code = search.get('code') ?? '';
  const [link, setLink] = useState<EmailLink | { words: string } | null>(null);
  useEffect(() => {
    void readLink(code).then(setLink);
  }, [code]);
  const open = (path: string) => void navigate(path, { replace: true });
  if (!link) return <Loader m="auto" role="status" aria-label={t('state.loading')} />;
  if ('words' in link) {
    return (
      <SignInCard title={t('forgot.gone_title')} text={link.words}>
        <Button size="md" onClick={() => open('/login')}>
          {t('forgot.to_sign_in')}
        </Button>
      </SignInCard>
    );
  }
  return <Form link={link} code={code} onOpen={open} />;
}

function Form({ link, code, onOpen }: { link: EmailLink; code: string; onOpen: (path: string) => void }) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const { kind, email } = link;
  const submit = async () => {
    setBusy(true);
    const { words, isSignedIn } = await verifyEmail({ code, email, password });
    setBusy(false);
    setProblem(words);
    if (isSignedIn) return onOpen(kind === 'signup' ? '/manage/setup' : '/manage/dashboard');
    setDone(!words);
  };
  if (isDone) {
    return (
      <SignInCard title={t('verify.done_title')} text={t('verify.done')}>
        <Button size="md" onClick={() => onOpen('/login')}>
          {t('signin.enter')}
        </Button>
      </SignInCard>
    );
  }
  const field = {
    name: 'password',
    label: t('field.password'),
    value: password,
    error: missing.includes('password') && t('signin.missing'),
    autoFocus: true,
  };
  return (
    <SignInCard
      title={t(`verify.${kind}_title`)}
      text={!link.is_without_password && t(`verify.${kind}_text`)}
      problem={problem}
      onSubmit={submit}
      onInvalid={setMissing}
    >
      <TextInput label={t('field.email')} value={email} readOnly variant="filled" autoComplete="username" />
      {link.is_without_password && <NoPassword />}
      {kind === 'address' && (
        <PasswordField
          {...field}
          autoComplete="current-password"
          required
          withAsterisk={false}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {kind === 'signup' && !link.is_without_password && (
        <NewPassword {...field} min={link.password_min} onChange={setPassword} />
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {t(`verify.${kind}`)}
      </Button>
    </SignInCard>
  );
}

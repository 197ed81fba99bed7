import { Anchor, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { askForReset } from './factor.actions.ts';
import { SignInCard } from './SignInCard.tsx';

interface Props {
  email: string;
  /** True if this workspace sends mail. */
  canMail: boolean;
  onBack: () => void;
}

/** Asks for a link to choose a new password. */
export function ForgotPassword({ email: typed, canMail, onBack }: Props) {
  const [email, setEmail] = useState(typed);
  const [problem, setProblem] = useState('');
  const [isSent, setSent] = useState(false);
  const [missing, setMissing] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const { words } = await askForReset(email);
    setBusy(false);
    setProblem(words);
    setSent(!words);
  };
  const back = (
    <Anchor component="button" type="button" size="sm" ta="center" onClick={onBack}>
      {t('factor.back')}
    </Anchor>
  );
  if (!canMail) {
    return (
      <SignInCard title={t('forgot.title')} text={t('forgot.no_mail')}>
        {back}
      </SignInCard>
    );
  }
  if (isSent) {
    return (
      <SignInCard title={t('forgot.sent_title')} text={t('forgot.sent_text', { email })}>
        {back}
      </SignInCard>
    );
  }
  return (
    <SignInCard
      title={t('forgot.title')}
      text={t('forgot.text')}
      problem={problem}
      onSubmit={submit}
      onInvalid={setMissing}
    >
      <TextInput
        label={t('field.email')}
        name="email"
        type="email"
        error={missing.includes('email') && t('signin.email_wrong')}
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        required
        withAsterisk={false}
        autoFocus
      />
      <Button type="submit" size="md" loading={isBusy}>
        {t('forgot.send')}
      </Button>
      {back}
    </SignInCard>
  );
}

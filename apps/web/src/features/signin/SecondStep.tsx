import { Anchor, Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { canUsePasskeys } from '#sync/webauthn.ts';
import { type Outcome, signInByCode, signInByPasskey } from './factor.actions.ts';
import { SignInCard } from './SignInCard.tsx';
import type { Ticket } from './signin.actions.ts';

interface Props {
  ticket: Ticket;
  onDone: () => void;
  /** Leads back to the password, with the reason. */
  onBack: (words: string) => void;
}

/** The step after a right password, which asks for a code or a passkey. */
export function SecondStep({ ticket, onDone, onBack }: Props) {
  const [isRecovery, setRecovery] = useState(!ticket.totp && !ticket.passkey);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [missing, setMissing] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const hasPasskey = ticket.passkey && canUsePasskeys();
  const hasField = ticket.totp || isRecovery;
  const after = ({ words, code: reason }: Outcome) => {
    setBusy(false);
    if (!words) return onDone();
    if (reason === 'login.ticket') return onBack(words);
    setProblem(words);
  };
  const enter = async (by: () => Promise<Outcome>) => {
    setBusy(true);
    setProblem('');
    after(await by());
  };
  const text = t(isRecovery ? 'factor.recovery_text' : ticket.totp ? 'factor.code_text' : 'factor.passkey_text');
  return (
    <SignInCard
      title={t('factor.title')}
      text={text}
      problem={problem}
      onSubmit={() => enter(() => signInByCode(ticket.ticket, code))}
      onInvalid={setMissing}
    >
      {hasField && (
        <>
          <TextInput
            key={String(isRecovery)}
            name="code"
            error={missing.includes('code') && t('signin.missing')}
            label={t(isRecovery ? 'factor.recovery_code' : 'factor.code')}
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
            withAsterisk={false}
            autoFocus
          />
          <Button type="submit" size="md" loading={isBusy}>
            {t('action.continue')}
          </Button>
        </>
      )}
      {hasPasskey && !isRecovery && (
        <Button
          size="md"
          variant={hasField ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={18} stroke={1.75} />}
          loading={isBusy}
          onClick={() => void enter(() => signInByPasskey(ticket.ticket))}
        >
          {t('factor.use_passkey')}
        </Button>
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="center"
        onClick={() => {
          setRecovery(!isRecovery);
          setCode('');
          setProblem('');
        }}
      >
        {t(isRecovery ? 'factor.use_code' : 'factor.use_recovery')}
      </Anchor>
      <Anchor component="button" type="button" size="sm" ta="center" onClick={() => onBack('')}>
        {t('factor.back')}
      </Anchor>
    </SignInCard>
  );
}

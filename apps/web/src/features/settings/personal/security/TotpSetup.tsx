import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { QrPicture } from '#ui/QrPicture.tsx';
import classes from './Security.module.css';
import { beginTotp, confirmTotp } from './security.actions.ts';

interface Props {
  onCancel: () => void;
  /** Called with the codes to show, if these are the first ones. */
  onDone: (codes: readonly string[]) => void;
}

/** Connects an authenticator app: a picture to scan, and a code that proves it. */
export function TotpSetup({ onCancel, onDone }: Props) {
  const { data: seed, problem: unasked, again } = useRequest(beginTotp);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await confirmTotp(code);
    setBusy(false);
    if ('codes' in answer) onDone(answer.codes);
    else setProblem(answer.words);
  };
  if (!seed) return <NotYet problem={unasked} onAgain={again} />;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text>{t('factor.scan')}</Text>
        <Stack align="center" gap="xs">
          <QrPicture text={seed.uri} label={t('factor.qr')} />
          <Text size="xs" c="dimmed" ta="center">
            {t('factor.type_seed')}
          </Text>
          <Text size="sm" ff="monospace" ta="center" className={classes.seed ?? ''}>
            {seed.secret}
          </Text>
        </Stack>
        <TextInput
          label={t('factor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormEnd problem={problem} onCancel={onCancel} loading={isBusy}>
          {t('factor.turn_on')}
        </FormEnd>
      </Stack>
    </form>
  );
}

import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { QrPicture } from '#ui/QrPicture.tsx';
import { addressOf, makeCode } from './qr.actions.ts';
import { useCodeSignIn } from './useCodeSignIn.ts';

/** The code is renewed after this time, because one that was on a screen for long may have been photographed. */
const RENEW_MS = 3 * 60_000;

interface Props {
  onDone: () => void;
  onPassword: () => void;
}

/** Shows a code that a signed-in device confirms, and waits for it. */
export function QrSignIn({ onDone, onPassword }: Props) {
  const [code, setCode] = useState(makeCode);
  const problem = useCodeSignIn(code, onDone);
  useEffect(() => {
    const renewal = setTimeout(() => setCode(makeCode()), RENEW_MS);
    return () => clearTimeout(renewal);
  }, [code]);
  return (
    <Stack align="center" gap="md">
      <Title order={1} ta="center">
        {t('signin.qr')}
      </Title>
      <QrPicture text={addressOf(code)} label={t('qr.picture')} />
      <Text c="dimmed" size="sm" ta="center">
        {t('qr.text')}
      </Text>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onPassword}>
        {t('qr.password')}
      </Anchor>
    </Stack>
  );
}

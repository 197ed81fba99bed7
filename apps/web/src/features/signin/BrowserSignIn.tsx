import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { addressOf, makeCode } from './qr.actions.ts';
import { useCodeSignIn } from './useCodeSignIn.ts';

interface Props {
  onDone: () => void;
  onPassword: () => void;
}

/** Signs a shell in with the system's browser, where single sign-on and passkeys work: it confirms a code from here. */
export function BrowserSignIn({ onDone, onPassword }: Props) {
  const [code] = useState(makeCode);
  const problem = useCodeSignIn(code, onDone);
  const open = () => host.openOutside(addressOf(code));
  useEffect(() => host.openOutside(addressOf(code)), [code]);
  return (
    <Stack align="center" gap="md">
      <Title order={1} ta="center">
        {t('foot.browser')}
      </Title>
      <Text c="dimmed" size="sm" ta="center">
        {t('browser_signin.text')}
      </Text>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Button onClick={open}>{t('browser_signin.again')}</Button>
      <Anchor component="button" type="button" size="sm" onClick={onPassword}>
        {t('qr.password')}
      </Anchor>
    </Stack>
  );
}

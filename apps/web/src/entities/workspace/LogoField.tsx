import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { PICTURE_KINDS } from '#entities/user/picture.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useAccount } from '#sync/store/useClient.ts';
import { Logo } from '#ui/Logo.tsx';
import { chooseLogo } from './logo.actions.ts';

/** The workspace's logo: a new one applies as soon as it is chosen. */
export function LogoField() {
  useAccount();
  const logo = workspace()?.system_logo ?? '';
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const choose = async (file: File | null) => {
    setBusy(true);
    setProblem(await chooseLogo(file));
    setBusy(false);
  };
  return (
    <Group gap="md">
      <Logo size={48} src={logo} />
      <Group gap="xs">
        <FileButton accept={PICTURE_KINDS} onChange={(file) => file && void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" size="sm" loading={isBusy}>
              {t('logo.choose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="gray" size="sm" disabled={isBusy} onClick={() => void choose(null)}>
            {t('logo.remove')}
          </Button>
        )}
      </Group>
      {problem && (
        <Text role="alert" size="sm" c="red">
          {problem}
        </Text>
      )}
    </Group>
  );
}

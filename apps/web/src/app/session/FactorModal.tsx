import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { RecoveryCodes } from '#features/settings/personal/security/RecoveryCodes.tsx';
import { addPasskey, readFactors } from '#features/settings/personal/security/security.actions.ts';
import { TotpSetup } from '#features/settings/personal/security/TotpSetup.tsx';
import { t } from '#sync/language.ts';
import { client, endSession } from '#sync/session.ts';
import { useMustAddFactor } from '#sync/store/useClient.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { canUsePasskeys } from '#sync/webauthn.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

/** The workspace requires a second factor: the server answers nothing else until there is one. */
export function FactorModal() {
  const isAsked = useMustAddFactor();
  return (
    <Modal
      opened={isAsked}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('factor.must_title')}
      zIndex={440}
    >
      {isAsked && <Steps />}
    </Modal>
  );
}

function Steps() {
  const { data: factors, problem: unasked } = useRequest(readFactors);
  const [isApp, setApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState('');
  const end = () => {
    client.session.endFactorWait(true);
    // The focus moves to the screen: nothing had it before, because nobody opened the window with a key or click.
    setTimeout(() => document.getElementById('main')?.focus());
  };
  const done = (fresh: readonly string[]) => (fresh.length > 0 ? setCodes(fresh) : end());
  if (codes) return <RecoveryCodes codes={codes} onDone={end} />;
  if (isApp) return <TotpSetup onCancel={() => setApp(false)} onDone={done} />;
  if (!factors) return <NotYet problem={unasked} />;
  const byPasskey = async () => {
    const answer = await addPasskey(t('passkey.first_name'));
    if ('codes' in answer) done(answer.codes);
    else setProblem(answer.words || t('passkey.canceled'));
  };
  return (
    <Stack gap="md">
      <Text>{t('factor.must_text')}</Text>
      <Problem words={problem} />
      <Button onClick={() => setApp(true)}>{t('factor.app')}</Button>
      {factors.can_passkey && canUsePasskeys() && (
        <Button variant="default" onClick={() => void byPasskey()}>
          {t('passkey.add')}
        </Button>
      )}
      <Group justify="flex-end">
        <Button variant="subtle" onClick={() => void endSession()}>
          {t('nav.sign_out')}
        </Button>
      </Group>
    </Stack>
  );
}

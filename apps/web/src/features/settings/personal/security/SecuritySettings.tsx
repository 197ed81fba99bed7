import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDeviceMobile, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { PasskeyList } from './PasskeyList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { type Factors, readFactors, removeTotp, renewCodes } from './security.actions.ts';
import { TotpSetup } from './TotpSetup.tsx';

/** The second factors of an account. */
export function SecuritySettings() {
  const { data, problem, again } = useRequest(readFactors);
  const [isSetUp, setSetUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (!data) return <NotYet problem={problem} />;
  const added = (fresh: readonly string[]) => {
    setSetUp(false);
    setCodes(fresh);
    again();
  };
  return (
    <Stack className={classes.form} gap="md">
      <Due factors={data} />
      <Text c="dimmed">{t('factor.intro')}</Text>
      <AppPart isOn={data.totp} onSetUp={() => setSetUp(true)} onChanged={again} />
      <PasskeyList factors={data} onAdded={added} onChanged={again} />
      {(data.totp || data.passkeys.length > 0) && <CodesPart left={data.recovery_left} onRenewed={added} />}
      <Modal opened={isSetUp} onClose={() => setSetUp(false)} title={t('factor.app')}>
        <TotpSetup onCancel={() => setSetUp(false)} onDone={added} />
      </Modal>
      <Modal
        opened={codes.length > 0}
        onClose={() => setCodes([])}
        closeOnClickOutside={false}
        title={t('factor.codes')}
      >
        <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
      </Modal>
    </Stack>
  );
}

function Due({ factors: { required, due_at } }: { factors: Factors }) {
  if (!required) return null;
  if (!due_at) return <Text>{t('factor.is_required')}</Text>;
  return (
    <Alert variant="light" color="orange">
      {t('factor.due', { time: fullTime(due_at) })}
    </Alert>
  );
}

function AppPart({ isOn, onSetUp, onChanged }: { isOn: boolean; onSetUp: () => void; onChanged: () => void }) {
  const remove = async () => {
    const isSure = await askFirst({
      title: t('factor.turn_off'),
      text: t('factor.turn_off_ask'),
      action: t('factor.turn_off'),
      isDangerous: true,
    });
    if (isSure && (await removeTotp())) onChanged();
  };
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section" aria-label={t('factor.app')}>
      <Group wrap="nowrap" align="flex-start">
        <IconDeviceMobile size={24} stroke={1.5} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Title order={2} size="h5">
              {t('factor.app')}
            </Title>
            {isOn && (
              <Badge variant="light" color="green">
                {t('factor.on')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" mb="sm">
            {t('factor.app_text')}
          </Text>
          {isOn ? (
            <Button variant="subtle" color="red" size="compact-sm" onClick={() => void remove()}>
              {t('factor.turn_off')}
            </Button>
          ) : (
            <Button variant="default" size="sm" onClick={onSetUp}>
              {t('factor.set_up')}
            </Button>
          )}
        </div>
      </Group>
    </Paper>
  );
}

function CodesPart({ left, onRenewed }: { left: number; onRenewed: (codes: readonly string[]) => void }) {
  const renew = async () => {
    const isSure = await askFirst({
      title: t('factor.codes_renew'),
      text: t('factor.codes_renew_ask'),
      action: t('factor.codes_renew'),
    });
    if (!isSure) return;
    const answer = await renewCodes();
    if ('codes' in answer) onRenewed(answer.codes);
    else if (answer.words) notify(answer.words, { kind: 'error' });
  };
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section" aria-label={t('factor.codes')}>
      <Group wrap="nowrap" align="flex-start">
        <IconKey size={24} stroke={1.5} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Title order={2} size="h5">
            {t('factor.codes')}
          </Title>
          <Text size="sm" c={left < 3 ? 'red' : 'dimmed'} mb="sm">
            {t('factor.codes_left', { count: left })}
          </Text>
          <Button variant="default" size="sm" onClick={() => void renew()}>
            {t('factor.codes_renew')}
          </Button>
        </div>
      </Group>
    </Paper>
  );
}

import type { Device } from '@atrium/contract/people/sessions.ts';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { devices, endSession, signOutDevice, signOutOtherDevices } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { notify } from '#ui/overlays/notices.ts';

export function DeviceSettings() {
  const { data, problem, again } = useRequest(devices);
  const signOut = async (device: Device) => {
    const isSure = await askFirst({
      title: t('device.sign_out'),
      text: t('device.sign_out_ask', { name: nameOf(device) }),
      action: t('device.sign_out'),
      isDangerous: true,
    });
    if (!isSure) return;
    if (device.is_current) return endSession();
    const words = await signOutDevice(device.id);
    if (words) notify(words, { kind: 'error' });
    again();
  };
  const signOutOthers = async () => {
    const question = { title: t('device.sign_out_others'), text: t('device.sign_out_others_ask') };
    if (await confirmAndRun(question, () => signOutOtherDevices())) again();
  };
  if (!data) return <NotYet problem={problem} />;
  return (
    <Stack className={classes.form} gap="sm">
      {data.list.length > 1 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void signOutOthers()}>
            {t('device.sign_out_others')}
          </Button>
        </Group>
      )}
      {data.list.map((device) => (
        <Paper key={device.id} withBorder p="md" bg="var(--surface)">
          <Group wrap="nowrap">
            {device.detail.type === 'mobile' ? (
              <IconDeviceMobile size={24} stroke={1.5} />
            ) : (
              <IconDeviceDesktop size={24} stroke={1.5} />
            )}
            <div style={{ flex: 1, minWidth: 0 }}>
              <Group gap="xs">
                <Text fw={500}>{nameOf(device)}</Text>
                {device.is_current && <Badge variant="light">{t('device.current')}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {t('device.used', { place: device.used_ip || device.detail.ip, time: fullTime(device.used_at) })}
              </Text>
              <Text size="xs" c="dimmed">
                {t('device.since', { time: fullTime(device.created_at) })}
              </Text>
            </div>
            <Button variant="subtle" color="red" size="compact-sm" onClick={() => void signOut(device)}>
              {t('device.sign_out')}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

const nameOf = ({ detail }: Device) =>
  detail.device_name || [detail.browser, detail.os].filter(Boolean).join(' · ') || t('device.unknown');

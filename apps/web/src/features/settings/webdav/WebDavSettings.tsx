import type { DavCredential } from '@atrium/contract/files/dav.ts';
import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBan, IconDeviceLaptop, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire } from '#sync/time.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { Conflicts } from './Conflicts.tsx';
import { HowToConnect } from './HowToConnect.tsx';
import { WebDavModal } from './WebDavModal.tsx';
import { deleteCredential, readOwn, revokeCredential } from './webdav.actions.ts';

/** One's files as a network drive: the address, app passwords, and how to connect. */
export function WebDavSettings() {
  const { data, problem, again } = useRequest(readOwn);
  const [isAdding, setAdding] = useState(false);
  if (!data) return <NotYet problem={problem} />;
  const { status, list, conflicts } = data;
  if (status.open !== 'open') return <Text c="dimmed">{t('webdav.closed')}</Text>;
  return (
    <Stack className={classes.form} gap="sm">
      <Text c="dimmed">{t('webdav.hint')}</Text>
      <CopyLine
        id="webdav-address"
        label={t('webdav.address')}
        hint={t(status.url.startsWith('https:') ? 'webdav.address_hint' : 'webdav.address_plain')}
        words={status.url}
      />
      <Title order={2} size="h4" mt="md">
        {t('webdav.passwords')}
      </Title>
      {list.length === 0 && <Text c="dimmed">{t('webdav.none')}</Text>}
      {list.map((credential) => (
        <Credential key={credential.id} credential={credential} onChanged={again} />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} />}
          disabled={list.length >= status.credentials}
          onClick={() => setAdding(true)}
        >
          {t('webdav.add')}
        </Button>
        {list.length >= status.credentials && (
          <Text size="sm" c="dimmed">
            {t('webdav.full', { count: status.credentials })}
          </Text>
        )}
      </Group>
      <HowToConnect address={status.url} />
      <Conflicts list={conflicts} onChanged={again} />
      {isAdding && <WebDavModal most={status.days} onClose={() => setAdding(false)} onMade={again} />}
    </Stack>
  );
}

function Credential({ credential, onChanged }: { credential: DavCredential; onChanged: () => void }) {
  const { id, name, public_id, expired_at: end, used_at, used_ip } = credential;
  const isOver = end !== null && parseWire(end).getTime() < Date.now();
  const endIt = async () => {
    const question = {
      title: t(isOver ? 'webdav.delete' : 'webdav.revoke'),
      text: t(isOver ? 'webdav.delete_text' : 'webdav.revoke_text', { name }),
    };
    if (await confirmAndRun(question, () => (isOver ? deleteCredential(id) : revokeCredential(id)))) onChanged();
  };
  const Icon = isOver ? IconTrash : IconBan;
  const action = t(isOver ? 'webdav.delete' : 'webdav.revoke');
  return (
    <Paper withBorder p="md" bg="var(--surface)">
      <Group wrap="nowrap" align="flex-start">
        <IconDeviceLaptop size={20} stroke={1.75} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text fw={500} truncate>
            {name}{' '}
            <Text span size="sm" c="dimmed">
              {public_id}
            </Text>
          </Text>
          <Text size="sm" c={isOver ? 'red' : 'dimmed'}>
            {end ? t(isOver ? 'webdav.over' : 'tokens.expires', { time: fullTime(end) }) : t('tokens.never')}
          </Text>
          <Text size="sm" c="dimmed">
            {used_at ? t('tokens.used', { time: fullTime(used_at), ip: used_ip }) : t('tokens.unused')}
          </Text>
        </div>
        <ActionIcon size="lg" aria-label={`${action}: ${name}`} title={action} onClick={() => void endIt()}>
          <Icon size={18} stroke={1.75} />
        </ActionIcon>
      </Group>
    </Paper>
  );
}

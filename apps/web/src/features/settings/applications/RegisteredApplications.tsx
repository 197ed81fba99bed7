import type { RegisteredApplication } from '@atrium/contract/people/applications.ts';
import { ActionIcon, Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { readRegistered, readRegistration, removeApplication, saveRegistration } from './applications.actions.ts';

/** The switch that lets applications register themselves, and those that have. */
export function RegisteredApplications() {
  const { data: saved, problem, show, fail } = useRequest<{ registration: string }>(readRegistration);
  if (!saved) return <NotYet problem={problem} />;
  return (
    <Stack className={classes.form} gap="md">
      <Switch
        label={t('applications.registration')}
        description={t('applications.registration_hint')}
        checked={saved.registration === 'open'}
        onChange={(event) => void saveRegistration(event.currentTarget.checked ? 'open' : 'close').then(show, fail)}
      />
      <Problem words={problem} />
      <Registered />
    </Stack>
  );
}

interface Shown {
  rows: readonly RegisteredApplication[];
  total: number;
}

function Registered() {
  const [page, setPage] = useState(1);
  const { data, problem, show } = useRequest<Shown, Awaited<ReturnType<typeof readRegistered>>>(
    () => readRegistered(page),
    page,
    { into: (before, answer) => ({ rows: [...(before?.rows ?? []), ...answer.data], total: answer.total }) },
  );
  if (!data) return <NotYet problem={problem} />;
  const remove = async ({ client_id, name }: RegisteredApplication) => {
    const isSure = await askFirst({
      title: t('applications.remove'),
      text: t('applications.remove_text', { name }),
      action: t('applications.remove'),
      isDangerous: true,
    });
    if (!isSure) return;
    const words = await removeApplication(client_id);
    if (words) notify(words, { kind: 'error' });
    else show({ rows: data.rows.filter((each) => each.client_id !== client_id), total: data.total - 1 });
  };
  return (
    <>
      <Title order={2} size="h4">
        {t('applications.registered')}
      </Title>
      {data.rows.length === 0 && <Text c="dimmed">{t('applications.registered_none')}</Text>}
      {data.rows.map((each) => (
        <Paper key={each.client_id} withBorder p="md" bg="var(--surface)">
          <Group wrap="nowrap" align="flex-start">
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500} truncate>
                {each.name}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {each.redirect_uris.join(', ')}
              </Text>
              <Text size="sm" c="dimmed">
                {t('applications.people', { count: each.people })}
              </Text>
              <Text size="sm" c="dimmed">
                {`${fullTime(each.created_at)} · ${each.created_ip}`}
              </Text>
            </div>
            <ActionIcon
              size="lg"
              aria-label={`${t('applications.remove')}: ${each.name}`}
              title={t('applications.remove')}
              onClick={() => void remove(each)}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Problem words={problem} />
      {data.rows.length < data.total && (
        <Group>
          <Button variant="default" onClick={() => setPage(page + 1)}>
            {t('applications.more')}
          </Button>
        </Group>
      )}
    </>
  );
}

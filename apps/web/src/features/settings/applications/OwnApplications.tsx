import type { Application } from '@atrium/contract/people/applications.ts';
import { ActionIcon, Badge, Group, Paper, Text, Title } from '@mantine/core';
import { IconApps, IconTrash } from '@tabler/icons-react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { ScopeBadges } from '#entities/token/ScopeBadges.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { readApplications, revokeApplication } from './applications.actions.ts';

/** The applications of others that the person has allowed to act for them. */
export function OwnApplications() {
  const { data, problem, again } = useRequest(readApplications);
  if (!data) return <NotYet problem={problem} />;
  const revoke = async ({ id, name }: Application) => {
    const question = { title: t('applications.revoke'), text: t('applications.revoke_text', { name }) };
    if (await confirmAndRun(question, () => revokeApplication(id))) again();
  };
  return (
    <>
      <Title order={2} size="h4" mt="lg">
        {t('applications.title')}
      </Title>
      {data.list.length === 0 && <Text c="dimmed">{t('applications.none')}</Text>}
      {data.list.map((application) => (
        <Paper key={application.id} withBorder p="md" bg="var(--surface)">
          <Group wrap="nowrap" align="flex-start">
            <IconApps size={20} stroke={1.75} />
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500} truncate>
                {application.name}{' '}
                <Text span size="sm" c="dimmed">
                  {application.host === 'localhost' ? t('applications.device') : application.host}
                </Text>
              </Text>
              <ScopeBadges scopes={application.scopes}>
                {application.is_for_tools && (
                  <Badge variant="outline" tt="none">
                    MCP
                  </Badge>
                )}
              </ScopeBadges>
              <Text size="sm" c="dimmed">
                {t('applications.since', { time: fullTime(application.created_at) })}
              </Text>
              <Text size="sm" c="dimmed">
                {application.used_at
                  ? t('tokens.used', { time: fullTime(application.used_at), ip: application.used_ip })
                  : t('tokens.unused')}
              </Text>
            </div>
            <ActionIcon
              size="lg"
              aria-label={`${t('applications.revoke')}: ${application.name}`}
              title={t('applications.revoke')}
              onClick={() => void revoke(application)}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
    </>
  );
}

import type { AccessToken } from '@atrium/contract/people/accessTokens.ts';
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { ScopeBadges } from '#entities/token/ScopeBadges.tsx';
import { OwnApplications } from '#features/settings/applications/OwnApplications.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire } from '#sync/time.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { TokenModal } from './TokenModal.tsx';
import { readTokens, revokeToken } from './tokens.actions.ts';

/** The person's own access tokens for scripts and programs. */
export function TokenSettings() {
  const { data, problem, again } = useRequest(readTokens);
  const [isAdding, setAdding] = useState(false);
  if (!data) return <NotYet problem={problem} />;
  const revoke = async ({ id, name }: AccessToken) => {
    const question = { title: t('tokens.revoke'), text: t('tokens.revoke_text', { name }) };
    if (await confirmAndRun(question, () => revokeToken(id))) again();
  };
  return (
    <Stack className={classes.form} gap="sm">
      <Text c="dimmed">{t('tokens.hint')}</Text>
      {data.list.length === 0 && <Text>{t('tokens.none')}</Text>}
      {data.list.map((token) => (
        <Paper key={token.id} withBorder p="md" bg="var(--surface)">
          <Group wrap="nowrap" align="flex-start">
            <IconKey size={20} stroke={1.75} />
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500} truncate>
                {token.name}{' '}
                <Text span size="sm" c="dimmed">
                  …{token.ending}
                </Text>
              </Text>
              <ScopeBadges scopes={token.scopes} />
              <Text size="sm" c="dimmed">
                {endOf(token)}
              </Text>
              <Text size="sm" c="dimmed">
                {token.used_at
                  ? t('tokens.used', { time: fullTime(token.used_at), ip: token.used_ip })
                  : t('tokens.unused')}
              </Text>
            </div>
            <ActionIcon
              size="lg"
              aria-label={`${t('tokens.revoke')}: ${token.name}`}
              title={t('tokens.revoke')}
              onClick={() => void revoke(token)}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          {t('tokens.add')}
        </Button>
      </Group>
      <OwnApplications />
      {isAdding && <TokenModal onClose={() => setAdding(false)} onMade={again} />}
    </Stack>
  );
}

const endOf = ({ expired_at: end }: AccessToken): string =>
  end
    ? t(parseWire(end).getTime() < Date.now() ? 'tokens.expired' : 'tokens.expires', { time: fullTime(end) })
    : t('tokens.never');

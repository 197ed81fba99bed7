import type { Area } from '@atrium/contract/scopes.ts';
import { List, Text } from '@mantine/core';
import { t } from '#sync/language.ts';

interface Props {
  permissions: readonly string[];
  /** Permissions that the installed version does not have yet. */
  added?: readonly string[];
  connect: readonly string[];
  personal: readonly string[];
  origins?: readonly string[];
}

/** The permissions of an app, the data it sees, and the addresses it reaches. */
export function Permissions({ permissions, added = [], connect, personal, origins = [] }: Props) {
  const lines = [
    ...permissions.map((scope) => {
      const [area, kind] = scope.split(':') as [Area, 'read' | 'write'];
      const words = `${t(`tokens.area_${area}`)}: ${t(kind === 'read' ? 'apps.may_read' : 'apps.may_write')}`;
      return { key: scope, words, isNew: added.includes(scope) };
    }),
    ...personal.map((what) => ({
      key: what,
      words: t(`apps.gets_${what as 'name' | 'email' | 'avatar' | 'token'}`),
      isNew: false,
    })),
    ...origins.map((origin) => ({ key: `at ${origin}`, words: t('apps.pages_from', { origin }), isNew: false })),
    ...connect.map((origin) => ({ key: origin, words: t('apps.connects', { origin }), isNew: false })),
  ];
  return (
    <div>
      <Text fw={600} mb={4}>
        {t('apps.permissions')}
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('apps.may_always')}</List.Item>
        {lines.map(({ key, words, isNew }) => (
          <List.Item key={key}>
            {words}
            {isNew && (
              <Text span size="sm" fw={600} c="var(--amber)">
                {' '}
                {t('apps.permission_new')}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

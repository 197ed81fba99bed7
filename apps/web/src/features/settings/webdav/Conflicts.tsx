import type { davConflicts } from '@atrium/contract/files/dav.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { renameConflict } from './webdav.actions.ts';

interface Props {
  list: OutputOf<typeof davConflicts>['list'];
  onChanged: () => void;
}

/** Files and folders that have the same name in one folder. Nothing is shown if there are none. */
export function Conflicts({ list, onChanged }: Props) {
  if (list.length === 0) return null;
  const rename = async (id: number) => {
    const words = await renameConflict(id);
    if (words) notify(words, { kind: 'error' });
    onChanged();
  };
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {t('webdav.conflicts')}
      </Title>
      <Text c="dimmed">{t('webdav.conflicts_hint')}</Text>
      {list.map(({ pid, folder, name, items }) => (
        <Paper key={`${pid}/${name}`} withBorder p="md" bg="var(--surface)">
          <Text size="sm" c="dimmed">
            {folder || t('webdav.top')}
          </Text>
          {items.map(({ id, type, shown }, index) => (
            <Group key={id} wrap="nowrap" justify="space-between">
              <Text style={{ overflowWrap: 'anywhere' }}>
                {shown}{' '}
                <Text span size="sm" c="dimmed">
                  {t(type === 'folder' ? 'webdav.folder' : 'webdav.file')}
                </Text>
              </Text>
              {index > 0 && (
                <Button size="compact-sm" variant="default" onClick={() => void rename(id)}>
                  {t('webdav.rename')}
                </Button>
              )}
            </Group>
          ))}
        </Paper>
      ))}
    </>
  );
}

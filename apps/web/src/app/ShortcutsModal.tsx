import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { t } from '#sync/language.ts';
import { commands } from './commands.ts';

const EXTRA = [
  { label: 'shortcuts.board_move', keys: '␣ ↑ ↓ ← →' },
  { label: 'shortcuts.edit_last', keys: '↑' },
  { label: 'shortcuts.send', keys: 'Enter' },
] as const;

export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const rows = [...commands, ...EXTRA];
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')} size="sm">
      <Stack gap="xs">
        {rows.map(({ label, keys }) => (
          <Group key={label} justify="space-between">
            <Text>{t(label)}</Text>
            <Group gap={4}>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

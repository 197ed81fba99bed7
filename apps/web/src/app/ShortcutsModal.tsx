import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { offeredCommands } from '#ui/commands.ts';
import { useGlobalCommands } from './useGlobalCommands.ts';

const EXTRA = [
  { label: 'shortcuts.card_rename', keys: 'e' },
  { label: 'shortcuts.card_move', keys: 'm' },
  { label: 'shortcuts.card_complete', keys: 'c' },
  { label: 'shortcuts.board_move', keys: '␣ ↑ ↓ ← →' },
  { label: 'shortcuts.edit_last', keys: '↑' },
  { label: 'shortcuts.send', keys: 'Enter' },
] as const;

const PALETTE = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const everywhere = useGlobalCommands();
  const [offered] = useState(offeredCommands);
  const extra = EXTRA.map(({ label, keys }) => ({ label: t(label), keys }));
  // Those of a card stand below, whether or not one has the focus.
  const here = offered.filter(({ id }) => !id.startsWith('card-'));
  const known = [...everywhere, ...here].flatMap(({ label, keys }) => (keys ? [{ label, keys }] : []));
  const rows = [{ label: t('palette.title'), keys: PALETTE }, ...known, ...extra];
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')} size="sm">
      <Stack gap="xs">
        {rows.map(({ label, keys }) => (
          <Group key={label} justify="space-between">
            <Text>{label}</Text>
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

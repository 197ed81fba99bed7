import { Group, Kbd, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useGlobalCommands } from '#app/palette/useGlobalCommands.ts';
import { CARD_KEYS, cardKeys } from '#entities/task/menu/cardKeys.ts';
import { t } from '#sync/language.ts';
import { offeredCommands } from '#ui/keys/commands.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

const EXTRA = [
  { label: 'shortcuts.board_move', keys: '␣ ↑ ↓ ← →' },
  { label: 'shortcuts.edit_last', keys: '↑' },
  { label: 'shortcuts.send', keys: 'Enter' },
] as const;

const MOD = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';
const shown = (keys: string) => (keys.startsWith('Mod+') ? `${MOD} ${keys.slice(4).toUpperCase()}` : keys);

export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const everywhere = useGlobalCommands();
  const [offered] = useState(offeredCommands);
  const ofCards = CARD_KEYS.flatMap(({ id, label }) => {
    const { keys } = cardKeys(id);
    return keys ? [{ label: t(label), keys: [keys] }] : [];
  });
  const extra = EXTRA.map(({ label, keys }) => ({ label: t(label), keys: [keys] }));
  // Card commands are listed below, whether or not a card has the focus.
  const here = offered.filter(({ id }) => !id.startsWith('card-'));
  const known = [...everywhere, ...here].flatMap(({ label, keys, alsoKeys = [] }) =>
    keys ? [{ label, keys: [keys, ...alsoKeys].map(shown) }] : [],
  );
  const rows = [{ label: t('palette.title'), keys: [shown('Mod+k')] }, ...known, ...ofCards, ...extra];
  return (
    <Modal opened onClose={onClose} title={t('shortcuts.title')} size="sm">
      <Stack gap="xs">
        {rows.map(({ label, keys }) => (
          <Group key={label} justify="space-between">
            <Text>{label}</Text>
            <Group gap={4}>
              {keys.map((each, index) => (
                <Fragment key={each}>
                  {index > 0 && <Text c="dimmed">/</Text>}
                  {each.split(' ').map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Fragment>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { setStatus } from './program.actions.ts';

const PRESETS = [
  ['🗓️', 'meeting', '60'],
  ['🎧', 'focus', '120'],
  ['🚌', 'commuting', '30'],
  ['🤒', 'sick', 'day'],
  ['🌴', 'vacation', ''],
] as const;
const ENDS = ['', '30', '60', '120', 'day', 'week'] as const;

const MINUTE_MS = 60_000;

/** Minutes until a choice ends; null = it stays. */
function minutesOf(choice: string, now: Date): number | null {
  if (choice === '') return null;
  const midnight = new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate() + (choice === 'week' ? 7 - ((now.getDay() + 6) % 7) : 1),
  );
  return choice === 'day' || choice === 'week'
    ? Math.max(1, Math.ceil((midnight.getTime() - now.getTime()) / MINUTE_MS))
    : Number(choice);
}

/** What one says about where one is. */
export function StatusModal({ onClose }: { onClose: () => void }) {
  const me = useUser(useMe());
  const [emoji, setEmoji] = useState(me?.status_emoji ?? '');
  const [text, setText] = useState(me?.status_text ?? '');
  const [end, setEnd] = useState('');
  const hasOne = Boolean(me?.status_emoji || me?.status_text);
  const save = async (picture: string, words: string, minutes: number | null) => {
    if (await setStatus(picture, words, minutes)) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('status.title')} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(emoji.trim(), text.trim(), minutesOf(end, nowDate()));
        }}
      >
        <Stack gap="md">
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              w={72}
              label={t('status.emoji')}
              maxLength={16}
              value={emoji}
              onChange={(event) => setEmoji(event.currentTarget.value)}
            />
            <TextInput
              flex={1}
              data-autofocus
              label={t('status.text')}
              placeholder={t('status.placeholder')}
              maxLength={80}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Group>
          <Group gap="xs">
            {PRESETS.map(([picture, key, ends]) => (
              <Button
                key={key}
                size="compact-sm"
                variant="light"
                color="gray"
                radius="xl"
                onClick={() => {
                  setEmoji(picture);
                  setText(t(`status.${key}`));
                  setEnd(ends);
                }}
              >
                {picture} {t(`status.${key}`)}
              </Button>
            ))}
          </Group>
          <NativeSelect
            label={t('status.until')}
            value={end}
            data={ENDS.map((value) => ({ value, label: t(`status.end_${value || 'never'}`) }))}
            onChange={(event) => setEnd(event.currentTarget.value)}
          />
          {hasOne && (
            <Button variant="subtle" color="gray" onClick={() => void save('', '', null)}>
              {t('status.clear')}
            </Button>
          )}
          <FormEnd onCancel={onClose} disabled={!emoji.trim() && !text.trim()}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

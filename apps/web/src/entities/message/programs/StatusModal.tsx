import { Button, Checkbox, Group, Input, NativeSelect, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { EmojiPanel } from '#entities/message/emoji/EmojiPanel.tsx';
import { isPaused } from '#entities/user/status.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { setStatus } from './program.actions.ts';
import classes from './StatusModal.module.css';
import { ENDS, type End, minutesOf } from './statusEnds.ts';

const PRESETS = [
  ['🗓️', 'meeting', '60'],
  ['🎧', 'focus', '240'],
  ['🚌', 'commuting', '30'],
  ['🤒', 'sick', 'day'],
  ['🌴', 'vacation', ''],
] as const satisfies readonly [string, string, End][];

/** Sets the reader's status, its end, and whether notifications pause meanwhile. */
export function StatusModal({ onClose }: { onClose: () => void }) {
  const me = useUser(useMe());
  const [emoji, setEmoji] = useState(me?.status_emoji ?? '');
  const [text, setText] = useState(me?.status_text ?? '');
  const [end, setEnd] = useState<End>('');
  const [chosen, setChosen] = useState<Date | null>(null);
  const [isQuiet, setQuiet] = useState(isPaused(me));
  const hasOne = Boolean(me?.status_emoji || me?.status_text) || isPaused(me);
  const minutes = minutesOf(end, nowDate(), chosen);
  const isOpenEnded = minutes === null;
  const save = async (symbol: string, words: string, until: number | null, pauses: boolean) => {
    if (await setStatus(symbol, words, until, pauses)) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('status.title')} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(emoji, text.trim(), minutes, isQuiet && !isOpenEnded);
        }}
      >
        <Stack gap="md">
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <EmojiButton emoji={emoji} onPick={setEmoji} />
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
            onChange={(event) => setEnd(event.currentTarget.value as End)}
          />
          {end === 'chosen' && (
            <DateTimeField
              label={t('status.end_at')}
              minDate={nowDate()}
              value={chosen}
              onChange={(value) => setChosen(value ? new Date(value.replace(' ', 'T')) : null)}
            />
          )}
          <Checkbox
            label={t('status.pause')}
            description={t(isOpenEnded ? 'status.pause_needs_end' : 'status.pause_hint')}
            disabled={isOpenEnded}
            checked={isQuiet && !isOpenEnded}
            onChange={(event) => setQuiet(event.currentTarget.checked)}
          />
          {hasOne && (
            <Button variant="subtle" color="gray" onClick={() => void save('', '', null, false)}>
              {t('status.clear')}
            </Button>
          )}
          <FormEnd
            onCancel={onClose}
            disabled={(!emoji && !text.trim() && !(isQuiet && !isOpenEnded)) || (end === 'chosen' && !chosen)}
          >
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

function EmojiButton({ emoji, onPick }: { emoji: string; onPick: (symbol: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Input.Wrapper label={t('status.emoji')} labelElement="div">
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.emoji}
            aria-label={emoji ? `${t('status.emoji')} ${emoji}` : t('status.emoji')}
            onClick={() => setOpen(!isOpen)}
          >
            {emoji || <IconMoodSmile size={20} stroke={1.75} />}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel ?? ''}>
          <EmojiPanel
            onPick={(symbol) => {
              onPick(symbol);
              setOpen(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

import { ActionIcon, Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/useIsPhone.ts';
import { beginVote } from './poll.actions.ts';

const MAX_OPTIONS = 50;
let serial = 0;
const empty = () => ({ key: ++serial, text: '' });

/** What is asked, and two options at least. */
export function VoteModal({ dialogId, onClose }: { dialogId: number; onClose: () => void }) {
  const isPhone = useIsPhone();
  const [text, setText] = useState('');
  const [options, setOptions] = useState(() => [empty(), empty()]);
  const [isMultiple, setMultiple] = useState(false);
  const [isAnonymous, setAnonymous] = useState(false);
  const filled = options.filter((option) => option.text.trim() !== '');
  const isReady = text.trim() !== '' && filled.length >= 2;
  const write = (key: number, value: string) =>
    setOptions(options.map((option) => (option.key === key ? { key, text: value } : option)));
  const submit = () => {
    if (!isReady) return;
    const list = filled.map((option) => ({ text: option.text.trim() }));
    beginVote({ dialog_id: dialogId, text: text.trim(), list, multiple: isMultiple, anonymous: isAnonymous });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('vote.new')} size={480} fullScreen={isPhone}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('vote.topic')}
            value={text}
            maxLength={2000}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Stack gap="xs">
            {options.map((option, index) => (
              <Group key={option.key} gap="xs" wrap="nowrap">
                <TextInput
                  flex={1}
                  aria-label={t('vote.option', { number: index + 1 })}
                  placeholder={t('vote.option', { number: index + 1 })}
                  value={option.text}
                  maxLength={500}
                  onChange={(event) => write(option.key, event.currentTarget.value)}
                />
                <ActionIcon
                  aria-label={t('vote.option_remove', { number: index + 1 })}
                  disabled={options.length <= 2}
                  onClick={() => setOptions(options.filter((each) => each.key !== option.key))}
                >
                  <IconX size={16} stroke={1.75} />
                </ActionIcon>
              </Group>
            ))}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} />}
              disabled={options.length >= MAX_OPTIONS}
              onClick={() => setOptions([...options, empty()])}
            >
              {t('vote.option_add')}
            </Button>
          </Stack>
          <Switch
            label={t('vote.multiple_switch')}
            checked={isMultiple}
            onChange={(event) => setMultiple(event.currentTarget.checked)}
          />
          <Switch
            label={t('vote.anonymous_switch')}
            checked={isAnonymous}
            onChange={(event) => setAnonymous(event.currentTarget.checked)}
          />
          <FormEnd onCancel={onClose} disabled={!isReady}>
            {t('vote.start')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

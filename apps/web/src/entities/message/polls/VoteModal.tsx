import { ActionIcon, Button, Center, Group, Stack, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { beginVote } from './poll.actions.ts';

const MAX_OPTIONS = 50;
let serial = 0;
const option = (text = '') => ({ key: ++serial, text });

interface Props {
  dialogId: number;
  /** The question, if it was typed before; otherwise the one begun earlier. */
  text: string;
  onClose: () => void;
}

/** A question and at least two options. */
export function VoteModal({ dialogId, text: typed, onClose }: Props) {
  const isPhone = useIsPhone();
  const [kept, keep, done] = useStoredInput(`vote_${dialogId}`, { text: '', options: ['', ''] });
  const [options, showOptions] = useState(() => kept.options.map(option));
  const [isTyped, setTyped] = useState(typed !== '');
  const text = isTyped ? typed : kept.text;
  const setText = (words: string) => {
    setTyped(false);
    keep({ ...kept, text: words });
  };
  const setOptions = (list: typeof options) => {
    showOptions(list);
    keep({ ...kept, options: list.map((each) => each.text) });
  };
  const [isMultiple, setMultiple] = useState(false);
  const [isAnonymous, setAnonymous] = useState(false);
  const filled = options.filter((each) => each.text.trim() !== '');
  /**
   * The options that repeat an earlier one. They are refused, because votes for the same answer would be counted apart.
   */
  const repeated = filled.filter((each, at) => filled.findIndex((one) => one.text.trim() === each.text.trim()) < at);
  const isReady = text.trim() !== '' && filled.length >= 2 && repeated.length === 0;
  const write = (key: number, value: string) =>
    setOptions(options.map((each) => (each.key === key ? { key, text: value } : each)));
  const submit = () => {
    if (!isReady) return;
    const list = filled.map((each) => ({ text: each.text.trim() }));
    beginVote({ dialog_id: dialogId, text: text.trim(), list, multiple: isMultiple, anonymous: isAnonymous });
    done();
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
            {options.map((each, index) => (
              <Group key={each.key} gap="xs" wrap="nowrap" align="flex-start">
                <TextInput
                  flex={1}
                  aria-label={t('vote.option', { number: index + 1 })}
                  placeholder={t('vote.option', { number: index + 1 })}
                  value={each.text}
                  maxLength={500}
                  error={repeated.includes(each) && t('vote.option_twice')}
                  onChange={(event) => write(each.key, event.currentTarget.value)}
                />
                {/* The button is as high as the field, so that an error below does not move it. */}
                <Center h={36}>
                  <ActionIcon
                    aria-label={t('vote.option_remove', { number: index + 1 })}
                    disabled={options.length <= 2}
                    onClick={() => setOptions(options.filter((other) => other.key !== each.key))}
                  >
                    <IconX size={16} stroke={1.75} />
                  </ActionIcon>
                </Center>
              </Group>
            ))}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} />}
              disabled={options.length >= MAX_OPTIONS}
              onClick={() => setOptions([...options, option()])}
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

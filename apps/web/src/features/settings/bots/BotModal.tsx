import { BOT_EVENTS, BOT_NAME, type Bot, CLEAR_DAY } from '@atrium/contract/chat/bots.ts';
import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { saveBot } from './bots.actions.ts';

interface Props {
  /** The bot to change; without one, a new one is created. */
  bot: Bot | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** A bot's fields. */
export function BotModal({ bot, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [name, setName] = useState(bot?.name ?? '');
  const [url, setUrl] = useState(bot?.webhook_url ?? '');
  const [events, setEvents] = useState<string[]>(bot?.webhook_events ?? ['message']);
  const [days, setDays] = useState(bot?.clear_day ?? CLEAR_DAY.default);
  const [hasSessions, setSessions] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await saveBot({
        ...(bot ? { id: bot.id } : { session: hasSessions }),
        name: name.trim(),
        webhook_url: url.trim(),
        webhook_events: BOT_EVENTS.filter((each) => events.includes(each)),
        clear_day: days,
      });
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t(bot ? 'bots.edit' : 'bots.add')} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('bots.name')}
            required
            maxLength={BOT_NAME.max}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('bots.webhook')}
            description={t('bots.webhook_hint')}
            type="url"
            maxLength={255}
            placeholder="https://example.org/hook"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          {url && (
            <Checkbox.Group label={t('bots.events')} value={events} onChange={setEvents}>
              <Stack gap="xs" mt="xs">
                {BOT_EVENTS.map((each) => (
                  <Checkbox key={each} value={each} label={t(`bots.event_${each}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Group gap="xs" align="flex-end">
            <NumberField
              label={t('bots.clear_day')}
              min={CLEAR_DAY.min}
              max={CLEAR_DAY.max}
              value={days}
              empty={CLEAR_DAY.default}
              suffix={` ${t('bots.days')}`}
              onChange={setDays}
            />
          </Group>
          {!bot && (
            <Checkbox
              label={t('bots.session')}
              checked={hasSessions}
              onChange={(event) => setSessions(event.currentTarget.checked)}
            />
          )}
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
            {t(bot ? 'action.save' : 'action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

import {
  DIALOG_EVENTS,
  PROJECT_EVENTS,
  SUBSCRIPTION_EVENTS,
  type Subscription,
  type SubscriptionEvent,
} from '@atrium/contract/chat/subscriptions.ts';
import { Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { dialogName } from '#entities/dialog/name.ts';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { useProjectChoices } from '#entities/message/menu/useChoices.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { eventName, saveSubscription } from './subscriptions.actions.ts';

interface Props {
  /** The subscription to change; without one, a new one is created. */
  subscription: Subscription | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** A subscription's fields; a project or a conversation only where its events have one. */
export function SubscriptionModal({ subscription, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const projects = useProjectChoices();
  const dialogs = useSelect(['dialog'], (store) => store.all('dialog'), []);
  const [name, setName] = useState(subscription?.name ?? '');
  const [url, setUrl] = useState(subscription?.url ?? '');
  const [events, setEvents] = useState<string[]>(subscription?.events ?? ['task.created', 'task.completed']);
  const [project, setProject] = useState(String(subscription?.project_id ?? ''));
  const [dialog, setDialog] = useState<string | null>(subscription?.dialog_id ? String(subscription.dialog_id) : null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const has = (some: readonly SubscriptionEvent[]) => some.some((each) => events.includes(each));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await saveSubscription({
        ...(subscription && { id: subscription.id }),
        name: name.trim(),
        url: url.trim(),
        events: SUBSCRIPTION_EVENTS.filter((each) => events.includes(each)),
        ...(has(PROJECT_EVENTS) && project && { project_id: Number(project) }),
        ...(has(DIALOG_EVENTS) && dialog && { dialog_id: Number(dialog) }),
      });
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t(subscription ? 'subs.edit' : 'subs.add')} size={560} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('subs.name')}
            maxLength={50}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            required
            type="url"
            label={t('subs.url')}
            placeholder="https://example.org/events"
            maxLength={500}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Checkbox.Group label={t('subs.events')} value={events} onChange={setEvents}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
              {SUBSCRIPTION_EVENTS.map((each) => (
                <Checkbox key={each} value={each} label={eventName(each)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          {has(PROJECT_EVENTS) && (
            <Select
              label={t('subs.project')}
              data={[
                { value: '', label: t('subs.all_projects') },
                ...projects.map((each) => ({ value: String(each.id), label: each.name })),
              ]}
              value={project}
              allowDeselect={false}
              searchable
              onChange={(value) => setProject(value ?? '')}
            />
          )}
          {has(DIALOG_EVENTS) && (
            <Select
              required
              label={t('subs.dialog')}
              data={dialogs.map((each) => ({ value: String(each.id), label: dialogName(each) }))}
              value={dialog}
              searchable
              onChange={setDialog}
            />
          )}
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy} disabled={events.length === 0}>
            {t(subscription ? 'action.save' : 'action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

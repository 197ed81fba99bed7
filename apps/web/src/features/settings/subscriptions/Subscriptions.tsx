import type { Subscription } from '@atrium/contract/chat/subscriptions.ts';
import { Text } from '@mantine/core';
import { IconHistory, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { ActionList } from '#features/settings/bots/ActionList.tsx';
import { CallsModal } from '#features/settings/bots/CallsModal.tsx';
import { SecretModal } from '#features/settings/commands/SecretModal.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { SubscriptionModal } from './SubscriptionModal.tsx';
import {
  callAgain,
  deleteSubscription,
  eventName,
  readCalls,
  readSecret,
  readSubscriptions,
} from './subscriptions.actions.ts';

type Open = { kind: 'new' } | { kind: 'edit' | 'secret' | 'calls'; subscription: Subscription };

/** The person's own subscriptions to events. */
export function Subscriptions() {
  const { data, problem, again } = useRequest(readSubscriptions);
  const [open, setOpen] = useState<Open | null>(null);
  if (!data) return <NotYet problem={problem} />;
  const close = () => setOpen(null);
  const done = () => {
    close();
    again();
  };
  const remove = async (subscription: Subscription) => {
    const question = { title: t('subs.delete'), text: t('subs.delete_text', { name: subscription.name }) };
    if (await confirmAndRun(question, () => deleteSubscription(subscription.id))) again();
  };
  const actions = (subscription: Subscription) =>
    [
      { label: t('commands.secret'), icon: IconKey, run: () => setOpen({ kind: 'secret', subscription }) },
      { label: t('subs.log'), icon: IconHistory, run: () => setOpen({ kind: 'calls', subscription }) },
      { label: t('subs.edit'), icon: IconPencil, run: () => setOpen({ kind: 'edit', subscription }) },
      { label: t('subs.delete'), icon: IconTrash, run: () => void remove(subscription) },
    ] as const;
  return (
    <>
      <Text c="dimmed">{t('subs.hint')}</Text>
      <ActionList
        items={data}
        none={t('subs.none')}
        nameOf={(subscription) => subscription.name}
        renderAbout={(subscription) => (
          <>
            <Text fw={600} truncate>
              {subscription.name}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {[subscription.events.map(eventName).join(', '), subscription.project_name, subscription.dialog_name]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {(subscription.paused_at ?? subscription.failing_since) && (
              <Text size="sm" c="red">
                {t(subscription.paused_at ? 'subs.paused' : 'subs.failing')}
              </Text>
            )}
          </>
        )}
        actions={actions}
        add={{ label: t('subs.add'), run: () => setOpen({ kind: 'new' }) }}
      />
      {open?.kind === 'new' && <SubscriptionModal subscription={undefined} onClose={close} onDone={done} />}
      {open?.kind === 'edit' && <SubscriptionModal subscription={open.subscription} onClose={close} onDone={done} />}
      {open?.kind === 'secret' && (
        <SecretModal
          title={open.subscription.name}
          read={(renew) => readSecret(open.subscription.id, renew)}
          onClose={close}
        />
      )}
      {open?.kind === 'calls' && (
        <CallsModal
          name={open.subscription.name}
          read={() => readCalls(open.subscription.id)}
          resend={(id) => callAgain(open.subscription.id, id)}
          onClose={close}
        />
      )}
    </>
  );
}

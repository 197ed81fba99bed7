import type { Subscription } from '@atrium/contract/chat/subscriptions.ts';
import { ActionIcon, Button, Text } from '@mantine/core';
import { IconHistory, IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import classes from '#features/settings/bots/BotSettings.module.css';
import { CallsModal } from '#features/settings/bots/CallsModal.tsx';
import { SecretModal } from '#features/settings/commands/SecretModal.tsx';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
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

/** One's own subscriptions to events. */
export function Subscriptions() {
  const { data, problem, again } = useAsked(readSubscriptions);
  const [open, setOpen] = useState<Open | null>(null);
  if (!data) return <NotYet problem={problem} />;
  const close = () => setOpen(null);
  const done = () => {
    close();
    again();
  };
  const remove = async (subscription: Subscription) => {
    const isSure = await askFirst({
      title: t('subs.delete'),
      text: t('subs.delete_text', { name: subscription.name }),
      action: t('subs.delete'),
      isDangerous: true,
    });
    if (!isSure) return;
    const words = await deleteSubscription(subscription.id);
    if (words) notify(words, { kind: 'error' });
    again();
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
      {data.length === 0 && <Text>{t('subs.none')}</Text>}
      {data.length > 0 && (
        <ul className={classes.list}>
          {data.map((subscription) => (
            <li key={subscription.id} className={classes.bot}>
              <div className={classes.about}>
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
              </div>
              <div className={classes.actions}>
                {actions(subscription).map(({ label, icon: Icon, run }) => (
                  <ActionIcon
                    key={label}
                    size="lg"
                    aria-label={`${label}: ${subscription.name}`}
                    title={label}
                    onClick={run}
                  >
                    <Icon size={18} stroke={1.75} />
                  </ActionIcon>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button
        className={classes.add ?? ''}
        variant="default"
        leftSection={<IconPlus size={18} />}
        onClick={() => setOpen({ kind: 'new' })}
      >
        {t('subs.add')}
      </Button>
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

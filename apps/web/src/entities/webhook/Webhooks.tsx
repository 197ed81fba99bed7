import type { Webhook } from '@atrium/contract/chat/webhooks.ts';
import { ActionIcon, Avatar, Button, Text } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { listTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { notify } from '#ui/overlays/notices.ts';
import { WebhookModal } from './WebhookModal.tsx';
import classes from './Webhooks.module.css';
import { readWebhooks, revokeWebhook, testWebhook } from './webhooks.actions.ts';

/** The incoming webhooks of a conversation, with a button to add more; or the person's own in all conversations. */
export function Webhooks({ dialogId }: { dialogId: number | null }) {
  const { data, problem, again } = useRequest(() => readWebhooks(dialogId));
  const [open, setOpen] = useState<Webhook | 'new' | null>(null);
  if (!data) return <NotYet problem={problem} />;
  const copy = ({ url }: Webhook) =>
    navigator.clipboard.writeText(url).then(
      () => notify(t('action.copied')),
      () => notify(url),
    );
  const test = async ({ id }: Webhook) => {
    const words = await testWebhook(id);
    notify(words || t('hooks.tested'), words ? { kind: 'error' } : {});
    again();
  };
  const revoke = async ({ id, name }: Webhook) => {
    const question = { title: t('hooks.revoke'), text: t('hooks.revoke_text', { name }) };
    if (await confirmAndRun(question, () => revokeWebhook(id))) again();
  };
  return (
    <div className={classes.part}>
      <Text size="sm" c="dimmed">
        {t(dialogId === null ? 'hooks.own_hint' : 'hooks.hint')}
      </Text>
      {data.list.length === 0 && <Text>{t('hooks.none')}</Text>}
      {data.list.length > 0 && (
        <ul className={classes.list}>
          {data.list.map((hook) => {
            const actions = [
              ...(hook.url
                ? [
                    { label: t('hooks.copy'), icon: IconCopy, run: copy },
                    { label: t('hooks.test'), icon: IconSend, run: test },
                    { label: t('hooks.edit'), icon: IconPencil, run: async () => setOpen(hook) },
                  ]
                : []),
              { label: t('hooks.revoke'), icon: IconTrash, run: revoke },
            ];
            return (
              <li key={hook.id} className={classes.hook}>
                <Avatar src={hook.avatar} alt="" size={36} radius="xl" />
                <div className={classes.about}>
                  <Text fw={600} truncate>
                    {hook.name}
                  </Text>
                  <Text size="sm" c="dimmed" truncate>
                    {dialogId === null ? hook.dialog_name : hook.nickname}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {hook.used_at
                      ? t('hooks.used', { count: hook.posts, time: listTime(hook.used_at) })
                      : t('hooks.unused')}
                  </Text>
                </div>
                <div className={classes.actions}>
                  {actions.map(({ label, icon: Icon, run }) => (
                    <ActionIcon
                      key={label}
                      size="lg"
                      aria-label={`${label}: ${hook.name}`}
                      title={label}
                      onClick={() => void run(hook)}
                    >
                      <Icon size={18} stroke={1.75} />
                    </ActionIcon>
                  ))}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {dialogId !== null && (
        <Button
          className={classes.add ?? ''}
          variant="default"
          leftSection={<IconPlus size={18} />}
          onClick={() => setOpen('new')}
        >
          {t('hooks.add')}
        </Button>
      )}
      {open && (
        <WebhookModal
          dialogId={open === 'new' ? (dialogId ?? 0) : open.dialog_id}
          hook={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            again();
          }}
        />
      )}
    </div>
  );
}

import type { Bot } from '@atrium/contract/chat/bots.ts';
import { Avatar, Text, Title } from '@mantine/core';
import { IconHistory, IconKey, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDialogModal } from '#entities/dialog/useDialogModal.ts';
import { NotYet } from '#entities/form/Problem.tsx';
import { Webhooks } from '#entities/webhook/Webhooks.tsx';
import { Commands } from '#features/settings/commands/Commands.tsx';
import { Subscriptions } from '#features/settings/subscriptions/Subscriptions.tsx';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { notify } from '#ui/overlays/notices.ts';
import { ActionList } from './ActionList.tsx';
import { BotModal } from './BotModal.tsx';
import classes from './BotSettings.module.css';
import { callAgain, deleteBot, openChatWith, readBots, readCalls } from './bots.actions.ts';
import { CallsModal } from './CallsModal.tsx';
import { OthersBots } from './OthersBots.tsx';
import { TokenModal } from './TokenModal.tsx';

type Open = { kind: 'new' } | { kind: 'edit' | 'token' | 'calls'; bot: Bot };

/** The reader's own bots, with the actions that their commands offer as well. */
export function BotSettings() {
  const { data, problem, again } = useRequest(readBots);
  const [open, setOpen] = useState<Open | null>(null);
  const modal = useDialogModal();
  if (!data) return <NotYet problem={problem} />;
  const close = () => setOpen(null);
  const done = () => {
    close();
    again();
  };
  const talk = (bot: Bot) =>
    openChatWith(bot.id).then(modal.open, (error: unknown) => notify(wordsOf(error), { kind: 'error' }));
  const remove = async (bot: Bot) => {
    const question = { title: t('bots.delete'), text: t('bots.delete_text', { name: bot.name }) };
    if (await confirmAndRun(question, () => deleteBot(bot.id, t('bots.delete')))) again();
  };
  const actions = (bot: Bot) =>
    [
      { label: t('bots.open'), icon: IconMessage, run: () => void talk(bot) },
      { label: t('bots.token'), icon: IconKey, run: () => setOpen({ kind: 'token', bot }) },
      { label: t('bots.log'), icon: IconHistory, run: () => setOpen({ kind: 'calls', bot }) },
      { label: t('bots.edit'), icon: IconPencil, run: () => setOpen({ kind: 'edit', bot }) },
      { label: t('bots.delete'), icon: IconTrash, run: () => void remove(bot) },
    ] as const;
  return (
    <div className={classes.page}>
      <Text c="dimmed">{t('bots.hint')}</Text>
      <ActionList
        items={data.list}
        none={t('bots.none')}
        nameOf={(bot) => bot.name}
        renderPicture={(bot) => <Avatar src={bot.avatar} alt="" size={40} radius="xl" />}
        renderAbout={(bot) => (
          <>
            <Text fw={600} truncate>
              {bot.name}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {bot.webhook_url ? t('bots.calls', { count: bot.webhook_num }) : bot.email}
            </Text>
            {bot.webhook_paused_at && (
              <Text size="sm" c="red">
                {t('bots.paused')}
              </Text>
            )}
          </>
        )}
        actions={actions}
        add={{ label: t('bots.add'), run: () => setOpen({ kind: 'new' }) }}
      />
      <Title order={2} size="h4" mt="lg">
        {t('hooks.title')}
      </Title>
      <Webhooks dialogId={null} />
      <Title order={2} size="h4" mt="lg">
        {t('commands.title')}
      </Title>
      <Commands />
      <Title order={2} size="h4" mt="lg">
        {t('subs.title')}
      </Title>
      <Subscriptions />
      {me()?.identity.includes('admin') && <OthersBots />}
      {open?.kind === 'new' && <BotModal bot={undefined} onClose={close} onDone={done} />}
      {open?.kind === 'edit' && <BotModal bot={open.bot} onClose={close} onDone={done} />}
      {open?.kind === 'token' && <TokenModal bot={open.bot} onClose={close} />}
      {open?.kind === 'calls' && (
        <CallsModal
          name={open.bot.name}
          read={() => readCalls(open.bot.id)}
          resend={(id) => callAgain(open.bot.id, id)}
          onClose={close}
        />
      )}
    </div>
  );
}

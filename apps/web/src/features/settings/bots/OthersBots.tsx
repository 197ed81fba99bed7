import type { OthersBot } from '@atrium/contract/chat/bots.ts';
import { ActionIcon, Avatar, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './BotSettings.module.css';
import { deleteBot, readOthersBots } from './bots.actions.ts';

/** The bots of everybody else, for administrators. */
export function OthersBots() {
  const { data, problem, again } = useAsked(readOthersBots);
  const remove = async ({ id, name }: OthersBot) => {
    const isSure = await askFirst({
      title: t('bots.delete'),
      text: t('bots.delete_text', { name }),
      action: t('bots.delete'),
      isDangerous: true,
    });
    if (!isSure) return;
    const words = await deleteBot(id, t('bots.delete'));
    if (words) notify(words, { kind: 'error' });
    again();
  };
  return (
    <>
      <Title order={2} size="h4" mt="lg">
        {t('bots.others')}
      </Title>
      {!data && <NotYet problem={problem} />}
      {data?.list.length === 0 && <Text>{t('bots.others_none')}</Text>}
      {data && data.list.length > 0 && (
        <ul className={classes.list}>
          {data.list.map((bot) => (
            <li key={bot.id} className={classes.bot}>
              <Avatar src={bot.avatar} alt="" size={40} radius="xl" />
              <div className={classes.about}>
                <Text fw={600} truncate>
                  {bot.name}
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {[t('bots.owner', { name: bot.owner_name }), bot.host].filter(Boolean).join(' · ')}
                </Text>
                {!bot.is_active && (
                  <Text size="sm" c="dimmed">
                    {t('bots.owner_left')}
                  </Text>
                )}
              </div>
              <div className={classes.actions}>
                <ActionIcon
                  size="lg"
                  aria-label={`${t('bots.delete')}: ${bot.name}`}
                  title={t('bots.delete')}
                  onClick={() => void remove(bot)}
                >
                  <IconTrash size={18} stroke={1.75} />
                </ActionIcon>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

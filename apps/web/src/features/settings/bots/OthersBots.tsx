import type { OthersBot } from '@atrium/contract/chat/bots.ts';
import { Avatar, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { ActionList } from './ActionList.tsx';
import { deleteBot, readOthersBots } from './bots.actions.ts';

/** The bots of everybody else, for administrators. */
export function OthersBots() {
  const { data, problem, again } = useRequest(readOthersBots);
  const remove = async ({ id, name }: OthersBot) => {
    const question = { title: t('bots.delete'), text: t('bots.delete_text', { name }) };
    if (await confirmAndRun(question, () => deleteBot(id, t('bots.delete')))) again();
  };
  return (
    <>
      <Title order={2} size="h4" mt="lg">
        {t('bots.others')}
      </Title>
      {!data && <NotYet problem={problem} />}
      {data && (
        <ActionList
          items={data.list}
          none={t('bots.others_none')}
          nameOf={(bot) => bot.name}
          renderPicture={(bot) => <Avatar src={bot.avatar} alt="" size={40} radius="xl" />}
          renderAbout={(bot) => (
            <>
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
            </>
          )}
          actions={(bot) => [{ label: t('bots.delete'), icon: IconTrash, run: () => void remove(bot) }]}
        />
      )}
    </>
  );
}

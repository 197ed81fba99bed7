import type { Bot } from '@atrium/contract/chat/bots.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { readToken, replaceToken } from './bots.actions.ts';

/** A bot's token, to copy or to replace. */
export function TokenModal({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { data, problem, show } = useRequest(() => readToken(bot.id));
  const [failure, setFailure] = useState('');
  const replace = async () => {
    const isSure = await askFirst({
      title: t('bots.revoke'),
      text: t('bots.revoke_text', { name: bot.name }),
      action: t('bots.revoke'),
      isDangerous: true,
    });
    if (isSure) await replaceToken(bot.id).then(show, (error: unknown) => setFailure(wordsOf(error)));
  };
  return (
    <Modal opened onClose={onClose} title={bot.name}>
      {data === null ? (
        <NotYet problem={problem} />
      ) : (
        <Stack gap="md">
          <CopyLine id="bot-token" label={t('card.token')} hint={t('bots.token_hint')} words={data} />
          <Text size="sm">
            POST <code>/api/dialog/msg/sendtext</code> {'{ dialog_id, text, text_type, silence, reply_id }'}
          </Text>
          <Problem words={failure} />
          <Button variant="default" color="red" onClick={() => void replace()}>
            {t('bots.revoke')}
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

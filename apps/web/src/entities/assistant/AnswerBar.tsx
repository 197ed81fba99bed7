import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { answerAgain, rate, stopAnswer, useRating } from './answers.actions.ts';

/** The actions below an assistant's answer: stop it, have it written again, rate it. */
export function AnswerBar({ message }: { message: ClientMessage }) {
  const me = useMe();
  const dialog = useRow('dialog', message.dialog_id);
  const rating = useRating(message.id, message.dialog_id);
  const [isBusy, setBusy] = useState(false);
  const quoted = message.msg['reply_data'] as { userid?: number } | undefined;
  const isAsker = dialog?.type !== 'group' || quoted?.userid === me;
  const isGrowing = message.msg['is_growing'] === true || message.msg['text'] === '...';
  if (isGrowing) {
    return isAsker ? (
      <Button
        size="compact-xs"
        variant="subtle"
        mt={4}
        leftSection={<IconPlayerStop size={14} stroke={1.75} />}
        onClick={() => void stopAnswer(message.id)}
      >
        {t('ai.stop')}
      </Button>
    ) : null;
  }
  const again = async () => {
    setBusy(true);
    await answerAgain(message.id);
    setBusy(false);
  };
  return (
    <Group gap={2} mt={4} role="group" aria-label={t('ai.answer')}>
      {isAsker && (
        <Tooltip label={t('ai.again')}>
          <ActionIcon size="md" aria-label={t('ai.again')} loading={isBusy} onClick={() => void again()}>
            <IconRefresh size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {RATINGS.map(({ value, label, icon: Icon }) => (
        <Tooltip key={value} label={t(label)}>
          <ActionIcon
            size="md"
            aria-label={t(label)}
            aria-pressed={rating === value}
            color={rating === value ? 'blue' : 'gray'}
            variant={rating === value ? 'light' : 'subtle'}
            onClick={() => void rate(message.id, rating === value ? '' : value)}
          >
            <Icon size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
const RATINGS = [
  { value: 'like', label: 'ai.good', icon: IconThumbUp },
  { value: 'dislike', label: 'ai.bad', icon: IconThumbDown },
] as const;

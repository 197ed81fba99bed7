import type { Bot, BotDelivery } from '@atrium/contract/chat/bots.ts';
import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './BotSettings.module.css';
import { callAgain, readCalls } from './bots.actions.ts';

/** The last calls of a bot's address, each of which can be sent again. */
export function CallsModal({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const { data, problem, again } = useAsked(() => readCalls(bot.id));
  const [busy, setBusy] = useState(0);
  const resend = async ({ id }: BotDelivery) => {
    setBusy(id);
    const words = await callAgain(bot.id, id);
    if (words) notify(words, { kind: 'error' });
    setBusy(0);
    again();
  };
  return (
    <Modal opened onClose={onClose} title={`${t('bots.log')}: ${bot.name}`} size="lg" fullScreen={isNarrow}>
      {!data && <NotYet problem={problem} />}
      {data?.list.length === 0 && <Text>{t('bots.log_none')}</Text>}
      {data?.list.map((call) => (
        <div key={call.id} className={classes.call}>
          <div className={classes.line}>
            <Badge variant="light" color={call.status >= 200 && call.status < 300 ? 'green' : 'red'}>
              {call.status || t('bots.no_answer')}
            </Badge>
            <Text size="sm">{t(`bots.event_${call.event}`)}</Text>
            <Text size="sm" c="dimmed" flex={1}>
              {fullTime(call.created_at)} · {call.took_ms} ms
            </Text>
            <Button size="compact-sm" variant="default" loading={busy === call.id} onClick={() => void resend(call)}>
              {t('bots.resend')}
            </Button>
          </div>
          <pre className={classes.answer}>{new URLSearchParams(call.payload).toString()}</pre>
          {call.answer && <pre className={classes.answer}>{call.answer}</pre>}
        </div>
      ))}
    </Modal>
  );
}

import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './BotSettings.module.css';

/** A call of a program's address, as it is listed. */
export interface ListedCall {
  id: number;
  event: string;
  payload: string;
  /** The HTTP status; 0 = the program did not answer. */
  status: number;
  answer: string;
  took_ms: number;
  created_at: string;
}

interface Props {
  /** The name of the bot or subscription that has the address. */
  name: string;
  read: () => Promise<readonly ListedCall[]>;
  /** Returns the server's error, '' if there was none. */
  resend: (id: number) => Promise<string>;
  onClose: () => void;
}

/** The last calls of a program's address, each of which can be sent again. */
export function CallsModal({ name, read, resend: callAgain, onClose }: Props) {
  const isNarrow = useIsNarrow();
  const { data, problem, again } = useRequest(read);
  const [busy, setBusy] = useState(0);
  const resend = async (id: number) => {
    setBusy(id);
    const words = await callAgain(id);
    if (words) notify(words, { kind: 'error' });
    setBusy(0);
    again();
  };
  return (
    <Modal opened onClose={onClose} title={`${t('bots.log')}: ${name}`} size="lg" fullScreen={isNarrow}>
      {!data && <NotYet problem={problem} />}
      {data?.length === 0 && <Text>{t('bots.log_none')}</Text>}
      {data?.map((call) => (
        <div key={call.id} className={classes.call}>
          <div className={classes.line}>
            <Badge variant="light" color={call.status >= 200 && call.status < 300 ? 'green' : 'red'}>
              {call.status || t('bots.no_answer')}
            </Badge>
            <Text size="sm">{call.event}</Text>
            <Text size="sm" c="dimmed" flex={1}>
              {fullTime(call.created_at)} · {call.took_ms} ms
            </Text>
            <Button size="compact-sm" variant="default" loading={busy === call.id} onClick={() => void resend(call.id)}>
              {t('bots.resend')}
            </Button>
          </div>
          <pre className={classes.answer}>{call.payload}</pre>
          {call.answer && <pre className={classes.answer}>{call.answer}</pre>}
        </div>
      ))}
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { mayMeet, requestMeeting } from '#entities/meeting/meeting.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './CardBody.module.css';

/** Writes a number as 123-456-789, because people read and copy it in groups of three. */
const grouped = (id: string) => id.replace(/^(.{3})(.{3})(?=.)/, '$1-$2-');

/** A meeting card: topic, creator, number, whether it has ended, and the join button. */
export function MeetingBody({ msg }: { msg: Record<string, unknown> }) {
  const by = useUser(Number(msg['userid']) || 0);
  const id = String(msg['meetingid'] ?? '');
  const isEnded = Boolean(msg['end_at']);
  return (
    <div className={classes.meeting} data-ended={isEnded || undefined}>
      <IconVideo size={20} stroke={1.75} aria-hidden="true" />
      <span>
        <strong>{String(msg['name'] ?? '') || t('word.meeting')}</strong>
        {by && <small>{t('card.meeting_by', { name: by.nickname })}</small>}
        {id && <small>{t('card.meeting_id', { id: grouped(id) })}</small>}
        {isEnded && <small>{t('card.meeting_ended')}</small>}
        {!isEnded && id && mayMeet() && (
          <Button
            size="xs"
            mt={6}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => requestMeeting({ kind: 'join', meetingid: id })}
          >
            {t('card.meeting_join')}
          </Button>
        )}
      </span>
    </div>
  );
}

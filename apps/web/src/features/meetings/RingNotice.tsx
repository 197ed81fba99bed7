import { Button, Group, Paper, Portal, Text } from '@mantine/core';
import { IconPhoneOff, IconVideo } from '@tabler/icons-react';
import { useEffect } from 'react';
import { answerRing, RING_MS, type Ring, useRing } from '#entities/meeting/ring.ts';
import { isUndisturbed } from '#entities/notification/notification.actions.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './Meetings.module.css';
import { ringTone } from './ringTone.ts';

/** Shows who invites this person to a meeting, with a ring tone, until they answer. */
export function RingNotice({ ring: { meetingid, name, userid } }: { ring: Ring }) {
  const user = useUser(userid);
  useEffect(() => {
    const end = isUndisturbed() ? () => undefined : ringTone();
    const timer = setTimeout(() => useRing.setState({ ring: null }), RING_MS);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  const title = t('meeting.rings', { name: user?.nickname ?? '' });
  return (
    <Portal>
      <Paper
        withBorder
        shadow="lg"
        className={classes.ring ?? ''}
        role="alertdialog"
        aria-label={title}
        aria-describedby={`ring-${meetingid}`}
      >
        <Group gap="sm" wrap="nowrap">
          <UserAvatar user={user} size={40} />
          <div className={classes.ringWords}>
            <Text fw={600} className="truncate">
              {title}
            </Text>
            <Text id={`ring-${meetingid}`} size="sm" c="dimmed" className="truncate">
              {name}
            </Text>
          </div>
        </Group>
        <Group gap="sm" grow mt="sm">
          <Button
            variant="default"
            leftSection={<IconPhoneOff size={18} stroke={1.75} />}
            onClick={() => answerRing(false)}
          >
            {t('meeting.decline')}
          </Button>
          <Button leftSection={<IconVideo size={18} stroke={1.75} />} onClick={() => answerRing(true)}>
            {t('meeting.join_now')}
          </Button>
        </Group>
      </Paper>
    </Portal>
  );
}

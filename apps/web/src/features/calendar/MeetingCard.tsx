import type { MeetingDate } from '@atrium/contract/chat/meetingPlans.ts';
import { ActionIcon, Button, Group, Portal, Text } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCalendarTime,
  IconCalendarX,
  IconEdit,
  IconUser,
  IconVideo,
  IconX,
} from '@tabler/icons-react';
import { mayMeet, requestMeeting } from '#entities/meeting/meeting.ts';
import { moveDate, useIsOpen } from '#entities/meeting/plans.ts';
import { planTime } from '#entities/meeting/planWords.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { shortDay } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './Calendar.module.css';
import type { Box } from './EventCard.tsx';

interface Props {
  date: MeetingDate;
  at: Box;
  onClose: () => void;
}

/** A planned meeting at a glance: its time and host, and the buttons to join and to change it. */
export function MeetingCard({ date, at, onClose }: Props) {
  const [start, end] = [parseWire(date.start_at), parseWire(date.end_at)];
  const isOpen = useIsOpen(start, end) && mayMeet();
  const host = useUser(date.userid);
  const isHost = useMe() === date.userid && !date.is_over;
  const isSeries = date.repeat !== 'never';
  const now = nowDate();
  const cancel = async () => {
    onClose();
    const question = {
      title: t('meeting.date_cancel_title', { name: date.name, date: shortDay(start) }),
      text: t('meeting.date_cancel_text'),
    };
    if (!(await askFirst({ ...question, action: t('meeting.date_cancel'), isDangerous: true }))) return;
    await moveDate({ id: date.plan_id, at: date.at }).catch((error: unknown) =>
      notify(wordsOf(error), { kind: 'error' }),
    );
  };
  const { left, top, width, height } = at;
  return (
    <Portal>
      <Popover
        opened
        onClose={onClose}
        onDismiss={onClose}
        position="bottom"
        width={320}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <span aria-hidden="true" style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
        </Popover.Target>
        <Popover.Dropdown aria-label={date.name} p="sm">
          <div className={classes.cardHead}>
            <IconVideo size={18} stroke={1.75} aria-hidden="true" />
            <Text fw={600} lineClamp={3} flex={1}>
              {date.name}
            </Text>
            <ActionIcon aria-label={t('action.close')} data-autofocus onClick={onClose}>
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </div>
          <dl className={classes.facts}>
            <dt>
              <IconCalendarEvent size={16} stroke={1.75} aria-label={t('task.time')} />
            </dt>
            <dd>{planTime(start, end, date.repeat)}</dd>
            <dt>
              <IconUser size={16} stroke={1.75} aria-label={t('meeting.role_host')} />
            </dt>
            <dd>{host?.nickname ?? ''}</dd>
          </dl>
          <Group gap={6} mt="sm">
            {isOpen && (
              <Button
                size="compact-sm"
                onClick={() => {
                  onClose();
                  requestMeeting({ kind: 'join', meetingid: date.meetingid });
                }}
              >
                {t('card.meeting_join')}
              </Button>
            )}
            {isHost && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconEdit size={16} stroke={1.75} />}
                onClick={() => {
                  onClose();
                  requestMeeting({ kind: 'plan', planId: date.plan_id });
                }}
              >
                {t(isSeries ? 'meeting.series_edit' : 'action.edit')}
              </Button>
            )}
            {isHost && isSeries && now < end && (
              <>
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconCalendarTime size={16} stroke={1.75} />}
                  onClick={() => {
                    onClose();
                    requestMeeting({ kind: 'date', date });
                  }}
                >
                  {t('meeting.date_move')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  leftSection={<IconCalendarX size={16} stroke={1.75} />}
                  onClick={() => void cancel()}
                >
                  {t('meeting.date_cancel')}
                </Button>
              </>
            )}
          </Group>
        </Popover.Dropdown>
      </Popover>
    </Portal>
  );
}

import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconClockCheck, IconMapPin } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { useWireClock } from '#sync/useWireClock.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './CheckinBar.module.css';
import { type CheckinMethod, pressCheckin, readToday } from './checkin.actions.ts';

/** The button works again after this time; the bot answers within a second. */
const ANSWER_MS = 15_000;

/** Today's check-ins and the buttons that the workspace allows. The bot's answer is shown here. */
export function CheckinBar({ onChanged }: { onChanged?: () => void }) {
  const { now } = useWireClock();
  const { data: today, problem, again } = useRequest(readToday, now.slice(0, 10));
  // True from the click on: the device may ask for permission first, and a second check-in would end the stay.
  const [isSending, setSending] = useState(false);
  const [pressed, setPressed] = useState<{ dialogId: number; lastId: number } | null>(null);
  const last = useSelect(
    ['dialog'],
    (store) => (pressed ? store.all('dialog').find(({ id }) => id === pressed.dialogId)?.last_msg : null) ?? null,
    [pressed],
  );
  const answered = useEffectEvent(() => {
    setPressed(null);
    if (last?.msg.preview) notify(last.msg.preview);
    again();
    onChanged?.();
  });
  const isAnswered = pressed !== null && last !== null && last.id > pressed.lastId && last.userid === today?.bot;
  useEffect(() => {
    if (isAnswered) answered();
  }, [isAnswered]);
  useEffect(() => {
    if (!pressed) return;
    const timer = setTimeout(() => setPressed(null), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [pressed]);
  if (!today && !problem) return <Skeleton className={classes.waiting ?? ''} radius="md" aria-hidden />;
  if (!today || today.ways.length === 0) return null;
  const press = async (way: CheckinMethod) => {
    setSending(true);
    setPressed(await pressCheckin(today.bot, way));
    setSending(false);
  };
  const isIn = today.stays.length > 0;
  return (
    <Paper withBorder radius="md" p="sm" bg="var(--surface)" component="section" aria-label={t('checkin.today')}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <IconClockCheck size={20} stroke={1.75} aria-hidden />
          <div>
            <Text aria-live="polite">
              {isIn ? t('checkin.today_at', { times: today.stays.join(', ') }) : t('checkin.today_none')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('checkin.hours', { from: today.from, to: today.to, zone: today.timezone })}
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          {today.ways.map((way, index) => (
            <Button
              key={way}
              variant={isIn || index > 0 ? 'default' : 'filled'}
              loading={isSending || pressed !== null}
              {...(way === 'locat' && { leftSection: <IconMapPin size={16} stroke={1.75} /> })}
              onClick={() => void press(way)}
            >
              {t(isIn ? (way === 'locat' ? 'checkin.again_here' : 'checkin.again') : `checkin.press_${way}`)}
            </Button>
          ))}
        </Group>
      </Group>
    </Paper>
  );
}

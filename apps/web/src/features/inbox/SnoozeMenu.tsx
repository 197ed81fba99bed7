import { Menu } from '@mantine/core';
import { IconCalendarTime, IconCalendarWeek, IconClockHour4, IconSunrise } from '@tabler/icons-react';
import { nowDate } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import classes from './Inbox.module.css';
import { type SnoozeChoice, snoozeChoices } from './snooze.ts';

const ICONS: Record<SnoozeChoice, typeof IconSunrise> = {
  later: IconClockHour4,
  tomorrow: IconSunrise,
  week: IconCalendarWeek,
};
const clock = lazyValue(
  () => new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
);

/** The times at which an item can come back. */
export function SnoozeItems({ onChoose, onCustom }: { onChoose: (at: Date) => void; onCustom: () => void }) {
  return (
    <>
      {snoozeChoices(nowDate()).map(({ choice, at }) => {
        const Icon = ICONS[choice];
        return (
          <Menu.Item
            key={choice}
            leftSection={<Icon size={16} stroke={1.75} />}
            rightSection={<span className={classes.when}>{clock().format(at)}</span>}
            onClick={() => onChoose(at)}
          >
            {t(`inbox.snooze_${choice}`)}
          </Menu.Item>
        );
      })}
      <Menu.Item leftSection={<IconCalendarTime size={16} stroke={1.75} />} onClick={onCustom}>
        {t('inbox.snooze_custom')}
      </Menu.Item>
    </>
  );
}

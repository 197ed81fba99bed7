import { ActionIcon, Stack, Switch } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { ZoneSelect } from '#entities/user/ZoneSelect.tsx';
import { t } from '#sync/language.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import type { CalendarOptions } from './calendarOptions.ts';

interface Props {
  options: CalendarOptions;
  onChange: (changed: Partial<CalendarOptions>) => void;
}

/** Week numbers and a second time zone. */
export function CalendarMenu({ options, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon size="lg" aria-label={t('calendar.options')} onClick={() => setOpen(!isOpen)}>
          <IconAdjustmentsHorizontal size={20} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="md">
          <Switch
            label={t('calendar.week_numbers')}
            checked={options.hasWeeks}
            onChange={(event) => onChange({ hasWeeks: event.currentTarget.checked })}
          />
          <ZoneSelect
            label={t('calendar.second_zone')}
            description={t('calendar.second_zone_hint')}
            none={t('calendar.second_zone_none')}
            value={options.zone}
            onChange={(zone) => onChange({ zone })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

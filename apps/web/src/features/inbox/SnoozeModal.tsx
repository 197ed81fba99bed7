import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { snoozeChoices } from './snooze.ts';

/** Asks for the time when an item comes back. */
export function SnoozeModal({ onChoose, onClose }: { onChoose: (at: Date) => void; onClose: () => void }) {
  const now = nowDate();
  const [at, setAt] = useState<Date | null>(snoozeChoices(now).at(-1)?.at ?? null);
  const isPast = at !== null && at <= now;
  return (
    <Modal opened onClose={onClose} title={t('inbox.snooze')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (at && !isPast) onChoose(at);
        }}
      >
        <Stack>
          <DateTimeField
            label={t('inbox.snooze_until')}
            minDate={now}
            value={at}
            onChange={(next) => setAt(next ? new Date(next) : null)}
            error={isPast && t('inbox.snooze_past')}
          />
          <Group justify="flex-end">
            <Button variant="subtle" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={!at || isPast}>
              {t('inbox.snooze')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

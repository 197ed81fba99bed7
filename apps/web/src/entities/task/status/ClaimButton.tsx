import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button, type ButtonProps } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import { TimeFormPart } from '#entities/task/times/timeFormPart.ts';
import { planTask, shortcutSpan } from '#entities/task/times/times.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { Anchor } from '#ui/overlays/Dropdown.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';

/** Claims an unassigned task after confirming its time, by default today's. */
export function ClaimButton({ task, ...look }: { task: Task } & ButtonProps) {
  const me = useMe();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The element of the popover, which is created on a click, because every unassigned card has a button.
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const { start_at, end_at } = task;
  const [start, end] = start_at && end_at ? [parseWire(start_at), parseWire(end_at)] : shortcutSpan('today');
  const claim = (span: readonly [Date, Date] | null, remark: string) => {
    setOpen(false);
    void planTask(task, span, { remark, owner: [me] });
  };
  if (task.is_guest) return null;
  return (
    <>
      <Button
        id={id}
        size="compact-xs"
        variant="light"
        aria-label={t('task.claim_named', { name: task.name })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...look}
        onClick={(event) => {
          event.stopPropagation();
          setTarget(event.currentTarget);
          // The fields are loaded first, because the opened form takes the focus.
          void TimeFormPart.fetch().then(() => setOpen(!isOpen));
        }}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {t('task.claim')}
      </Button>
      {target && (
        <Popover id={id} opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
          <Popover.Target>
            <Anchor of={target} />
          </Popover.Target>
          {/* Events are stopped here: React sends those of the popover to the button's parents, and a card would open
              or move. */}
          <Popover.Dropdown onClick={stop} onKeyDown={stop} onContextMenu={stop}>
            {isOpen && (
              <Suspense>
                <TimeFormPart
                  start={start}
                  end={end}
                  action={t('task.claim')}
                  takesRemark={end_at ? 'changed' : false}
                  without={end_at ? undefined : t('task.claim_untimed')}
                  onSave={claim}
                  onClose={() => setOpen(false)}
                />
              </Suspense>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

const stop = (event: { stopPropagation(): void }) => event.stopPropagation();

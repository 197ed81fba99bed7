import { MAX_LOOP_DAYS } from '@atrium/contract/projects/loops.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button, Group, Menu, Stack, UnstyledButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from '#entities/task/TaskFields.module.css';
import { shortDay } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { isWord, LoopItems, loopWords, setLoop } from './LoopItems.tsx';

/** A task's recurrence and next date: a discreet text that becomes a menu. */
export function LoopMenu({ task }: { task: Task }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <DropdownMenu
        position="bottom-start"
        button={
          <UnstyledButton className={classes.value}>
            <span className="visually-hidden">{`${t('task.loop')} `}</span>
            <span className={task.loop_at ? undefined : classes.empty}>
              {loopWords(task.loop)}
              {task.loop_at && `, ${t('loop.next', { date: shortDay(parseWire(task.loop_at)) })}`}
            </span>
          </UnstyledButton>
        }
      >
        <LoopItems task={task} />
        <Menu.Divider />
        <Menu.Item onClick={() => setAsking(true)}>{t('loop.custom')} …</Menu.Item>
      </DropdownMenu>
      {isAsking && <DaysModal task={task} onClose={() => setAsking(false)} />}
    </>
  );
}

function DaysModal({ task, onClose }: { task: Task; onClose: () => void }) {
  const [days, setDays] = useState(isWord(task.loop) ? 3 : Number(task.loop));
  const save = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    setLoop(task, String(days));
  };
  return (
    <Modal opened onClose={onClose} title={t('loop.custom')} size="xs" zIndex={400}>
      <form onSubmit={save}>
        <Stack gap="md">
          <NumberField
            data-autofocus
            aria-label={t('loop.custom')}
            min={2}
            max={MAX_LOOP_DAYS}
            value={days}
            empty={1}
            onChange={(value) => setDays(Math.min(MAX_LOOP_DAYS, Math.max(1, value)))}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit">{t('action.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

import { MAX_LOOP_DAYS } from '@atrium/contract/loops.ts';
import type { Task } from '@atrium/contract/tasks.ts';
import { Button, Group, Menu, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { locale, t } from '#sync/language.ts';
import { once } from '#sync/once.ts';
import { parseWire } from '#sync/time.ts';
import { NumberField } from '#ui/NumberField.tsx';
import { choose, isWord, LoopItems, loopWords } from './LoopItems.tsx';
import classes from './TaskFields.module.css';

const day = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));

/** How often a task is made again, and when next: a quiet word that becomes a menu. */
export function LoopMenu({ task }: { task: Task }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UnstyledButton className={classes.value}>
          <span className="visually-hidden">{`${t('task.loop')} `}</span>
          <span className={task.loop_at ? undefined : classes.empty}>
            {loopWords(task.loop)}
            {task.loop_at && `, ${t('loop.next', { date: day().format(parseWire(task.loop_at)) })}`}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <LoopItems task={task} />
        <Menu.Divider />
        <Menu.Label>{t('loop.custom')}</Menu.Label>
        <LoopDays key={task.loop} task={task} onDone={() => setOpen(false)} />
      </Menu.Dropdown>
    </Menu>
  );
}

function LoopDays({ task, onDone }: { task: Task; onDone: () => void }) {
  const isDays = !isWord(task.loop);
  const [days, setDays] = useState(isDays ? Number(task.loop) : 3);
  const save = () => {
    onDone();
    choose(task, String(days));
  };
  return (
    <Group gap={6} wrap="nowrap" px={8} pb={6} onKeyDown={keepFromMenu}>
      <NumberField
        size="xs"
        w={84}
        aria-label={t('loop.custom')}
        min={2}
        max={MAX_LOOP_DAYS}
        value={days}
        empty={1}
        onChange={(value) => setDays(Math.min(MAX_LOOP_DAYS, Math.max(1, value)))}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      <Button size="xs" variant={isDays ? 'light' : 'default'} onClick={save}>
        {t('action.save')}
      </Button>
    </Group>
  );
}

/** What is typed into the field does not walk through the menu. */
function keepFromMenu(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
}

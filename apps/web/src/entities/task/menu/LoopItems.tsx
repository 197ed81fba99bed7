import { LOOPS } from '@atrium/contract/projects/loops.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { changeTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';

// True also for data that is older than recurring tasks, which has no such word.
export const isWord = (loop: string | undefined) => !loop || LOOPS.some((word) => word === loop);

/** The recurrence in words. */
export function loopWords(loop: string | undefined): string {
  return isWord(loop) ? t(`loop.${loop ?? 'never'}` as 'loop.day') : t('loop.days', { days: loop });
}

export const setLoop = (task: Task, loop: string) => {
  if (loop !== task.loop) changeTask(task, { loop });
};

/** The words to choose from, for the dropdown of any menu. */
export function LoopItems({ task }: { task: Task }) {
  return LOOPS.map((word) => (
    <Menu.Item
      key={word}
      aria-current={task.loop === word || undefined}
      rightSection={task.loop === word && <IconCheck size={14} aria-hidden="true" />}
      onClick={() => setLoop(task, word)}
    >
      {loopWords(word)}
    </Menu.Item>
  ));
}

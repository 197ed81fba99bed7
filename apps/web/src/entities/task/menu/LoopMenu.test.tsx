import { updateTask } from '@atrium/client/projects/projectActions.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { LoopMenu } from './LoopMenu.tsx';

const TASK = { id: 5, project_id: 7, name: 'Ship', loop: 'never', loop_at: null } as unknown as Task;

test('a task repeats by a menu item, or after a number of days asked in a dialog', async () => {
  serve({});
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user } = await open(<LoopMenu task={TASK} />);
  await user.click(screen.getByRole('button', { name: /^Repeat *Never$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Every week' }));
  expect(mutate.mock.lastCall).toEqual([updateTask, { task_id: 5, loop: 'week' }]);

  await user.click(screen.getByRole('button', { name: /^Repeat *Never$/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Custom interval/ }));
  const modal = within(await screen.findByRole('dialog', { name: 'Custom interval' }));
  const field = modal.getByRole('textbox', { name: 'Custom interval' });
  await user.clear(field);
  await user.type(field, '12{Enter}');
  expect(mutate.mock.lastCall).toEqual([updateTask, { task_id: 5, loop: '12' }]);
});

import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { HiddenTasksDrawer } from './HiddenTasksDrawer.tsx';

const project = { id: 7, name: 'Harbour', owner: 1 } as unknown as Project;
const task = (id: number, name: string, column_id: number, column_name: string) =>
  ({ id, name, column_id, column_name, archived_at: '2026-01-01 00:00:00', archived_userid: 0 }) as unknown as Task;

test('restoring a task restores its deleted column, which is said first', async () => {
  client.store.clear();
  client.store.base.column.put({ id: 70, project_id: 7, name: 'To do', sort: 0 } as unknown as Column);
  const server = serve({
    'project/task/lists': { data: [task(1, 'Ship', 70, 'To do'), task(2, 'Sail', 71, 'Doing')], next_page_url: null },
    'project/task/archived': { id: 1 },
  });
  const { screen, user } = await open(
    <>
      <HiddenTasksDrawer project={project} kind="archived" onTask={vi.fn()} onClose={vi.fn()} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  const restore = async (name: string) => {
    const row = (await screen.findByText(name)).closest('li') as HTMLElement;
    await user.click(within(row).getByRole('button', { name: 'Restore' }));
  };
  await restore('Ship');
  expect(server.inputsOf('project/task/archived')).toEqual([{ task_id: 1, type: 'recovery' }]);
  await restore('Sail');
  const question = within(await screen.findByRole('dialog', { name: 'Restore' }));
  expect(question.getByText('The column “Doing” was deleted. Restoring “Sail” brings it back.')).toBeTruthy();
  expect(server.inputsOf('project/task/archived')).toHaveLength(1);
  await user.click(question.getByRole('button', { name: 'Restore' }));
  await expect.poll(() => server.inputsOf('project/task/archived').at(-1)).toEqual({ task_id: 2, type: 'recovery' });
});

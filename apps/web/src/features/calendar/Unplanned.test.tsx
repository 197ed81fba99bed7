import { updateTask } from '@atrium/client/projects/projectActions.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { open, serve } from '#testing/stage.tsx';
import { Unplanned } from './Unplanned.tsx';
import { planDropped } from './unplanned.actions.ts';

const task = (fields: Partial<Task>) =>
  ({
    ...{ id: 5, parent_id: 0, project_id: 7, project_name: 'Crane', name: 'Ship', owner: 1, p_level: 0, p_color: '' },
    ...{ start_at: null, end_at: null, complete_at: null, archived_at: null, task_user: [] },
    ...fields,
  }) as unknown as Task;
const put = (...tasks: Task[]) => {
  for (const each of tasks) client.store.base.task.put(each);
};

beforeEach(() => {
  serve({});
  for (const { id } of client.store.all('task')) client.store.base.task.remove(id);
});

async function panel() {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  mutate.mockClear();
  const stage = await open(<Unplanned onTask={() => undefined} onClose={() => undefined} />);
  return { ...stage, sent: () => mutate.mock.calls.map(([kind, input]) => [kind === updateTask, input]) };
}

test('my open tasks without a time are listed; one is planned by keyboard and taken back', async () => {
  put(
    task({}),
    task({ id: 6, name: 'Urgent', p_level: 1 }),
    task({ id: 8, name: 'Done', complete_at: '2030-01-01 00:00:00' }),
    task({ id: 9, name: 'Planned', end_at: '2030-01-01 00:00:00' }),
    task({ id: 10, name: 'Theirs', owner: 0 }),
  );
  const { screen, user, sent } = await panel();
  expect(screen.getAllByRole('listitem').map((row) => row.title)).toEqual(['Urgent', 'Ship']);
  const button = screen.getByRole('button', { name: 'Plan Ship' });
  button.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Tomorrow' }));
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]).toMatchObject([true, { task_id: 5, times: [expect.any(String), expect.any(String)] }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(sent()[1]).toEqual([true, { task_id: 5, times: [] }]);
});

test('a task dropped on a day gets the hours of work, on an hour this hour; subtasks with a time rule out an undo', async () => {
  put(
    task({}),
    task({ id: 7, name: 'Row' }),
    task({ id: 6, parent_id: 5, name: 'Part', end_at: '2030-03-01 10:00:00' }),
  );
  const { screen, sent } = await panel();
  planDropped(5, new Date(2030, 2, 1), true);
  planDropped(404, new Date(2030, 2, 1), true);
  planDropped(7, new Date(2030, 2, 1, 15), false);
  const day = [toWire(new Date(2030, 2, 1, 9)), toWire(new Date(2030, 2, 1, 18))];
  const hour = [toWire(new Date(2030, 2, 1, 15)), toWire(new Date(2030, 2, 1, 16))];
  await expect
    .poll(() => sent().map(([, input]) => input))
    .toEqual([
      { task_id: 5, times: day },
      { task_id: 7, times: hour },
    ]);
  await screen.findByText('Planned: Ship');
  // Only that of the other task.
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
});

test('without such tasks it says so', async () => {
  const { screen } = await panel();
  screen.getByText('All your tasks have a date.');
});

import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { useHandingOver } from '#entities/task/menu/handingOver.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { TaskHistory } from './TaskHistory.tsx';

test('the assignee history is beside the log, back to the first, and continues live', async () => {
  for (const [userid, nickname] of [
    [2, 'Bo'],
    [3, 'Cy'],
  ] as const) {
    client.store.base.user.put({ userid, nickname, userimg: '', bot: 0 } as unknown as UserBasic);
  }
  const row = (id: number, fields: object) => ({
    id,
    task_id: 5,
    note: '',
    created_at: '2026-01-01 00:00:00',
    ...fields,
  });
  const server = serve({
    'project/log/lists': { data: [], next_page_url: null },
    'projecttaskhandoff/lists': ({ before_id }: { before_id?: number }) =>
      before_id
        ? {
            lists: [row(1, { userid: 2, source: 'create', before: [], owners: [2] })],
            has_more: false,
            can_assign: true,
          }
        : {
            lists: [row(2, { userid: 2, source: 'assign', before: [2], owners: [3], note: 'On holiday' })],
            has_more: true,
            can_assign: true,
          },
  });
  const task = { id: 5, name: 'Ship', updated_at: 'x' } as unknown as Task;
  const { screen, user } = await open(<TaskHistory task={task} />);
  await user.click(screen.getByRole('tab', { name: 'Ownership history' }));
  const line = await screen.findByRole('listitem');
  expect(line.textContent).toContain('Bo handed over the task');
  expect(line.textContent).toContain('Bo → Cy');
  expect(line.querySelector('q')?.textContent).toBe('On holiday');
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expect.poll(() => screen.queryAllByRole('listitem')).toHaveLength(2);
  expect(server.inputsOf('projecttaskhandoff/lists').at(-1)).toEqual({ task_id: 5, before_id: 2 });
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  expect(useHandingOver.getState().task?.id).toBe(5);
});

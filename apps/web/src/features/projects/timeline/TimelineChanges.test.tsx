import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { TimelineChanges } from './TimelineChanges.tsx';

test('a whole-day task that was dragged is saved with the times that are shown', async () => {
  serve({});
  client.setting = { task_default_time: ['09:00', '18:00'] } as unknown as typeof client.setting;
  const mutate = vi.spyOn(client, 'mutate').mockReturnValue({} as never);
  const task = { id: 7, name: 'Fair', parent_id: 0, start_at: '2030-03-04 00:00:00', end_at: '2030-03-04 23:59:00' };
  const staged = new Map([[7, { start: new Date(2030, 2, 5), end: new Date(2030, 2, 5, 23, 59) }]]);
  const { screen, user } = await open(
    <TimelineChanges staged={staged} tasks={[task as unknown as Task]} onDrop={vi.fn()} onClear={vi.fn()} />,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => mutate.mock.calls.length).toBe(1);
  const [, input] = mutate.mock.calls[0] as unknown as [unknown, { times: string[] }];
  expect(input.times.map((each) => each.slice(-8, -3))).toEqual(['00:00', '23:59']);
});

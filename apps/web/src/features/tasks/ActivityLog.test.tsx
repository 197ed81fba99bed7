import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { ActivityLog } from './ActivityLog.tsx';

test('a task’s history is read page by page back to its beginning', async () => {
  const entry = (id: number) => ({
    id,
    userid: 0,
    word: id === 1 ? 'task.create' : 'task.rename',
    detail: id === 1 ? 'created the task' : 'changed the title',
    record: {},
    created_at: '2026-01-01 00:00:00',
  });
  const server = serve({
    'project/log/lists': ({ page }: { page: number }) => ({
      data: page === 1 ? [entry(3), entry(2)] : [entry(1)],
      next_page_url: page === 1 ? '/2' : null,
    }),
  });
  const { screen, user } = await open(<ActivityLog taskId={5} version="1" />);
  await expect.poll(() => screen.queryAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expect.poll(() => screen.queryAllByRole('listitem')).toHaveLength(3);
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toContain('created the task');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(server.inputsOf('project/log/lists').every(({ task_id }) => task_id === 5)).toBe(true);
});

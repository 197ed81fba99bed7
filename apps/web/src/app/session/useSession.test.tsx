import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test, vi } from 'vitest';
import { sendTask } from '#entities/message/menu/forward.actions.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { useSession } from './useSession.ts';

function Shell() {
  useSession();
  return null;
}

// covers C8-08
test('a refused task change shows the reason in a modal and reloads the task', async () => {
  serve({ 'project/task/update': refused('Only owners may do this.') });
  const load = vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  client.store.clear();
  const task = { id: 5, name: 'Ship', parent_id: 0, project_id: 7, task_user: [] } as unknown as Task;
  client.store.base.task.put(task);
  const { screen } = await open(<Shell />);
  client.queue.start();
  changeTask(task, { name: 'Sail' });
  const modal = await screen.findByRole('dialog');
  expect(modal.textContent).toContain('Only owners may do this.');
  expect(load).toHaveBeenCalledWith(5);
  // The optimistic change is rolled back.
  expect(client.store.get('task', 5)?.name).toBe('Ship');
});

// covers C8-08
test('a task that cannot be sent shows the reason in a modal', async () => {
  serve({ 'dialog/msg/sendtaskid': refused('You are not in this conversation.') });
  const { screen } = await open(<Shell />);
  const target = {
    userid: 'd:3',
    type: 'group',
    name: 'Crew',
    avatar: '',
    group_type: 'user',
    isAssistant: false,
  } as const;
  expect(await sendTask(5, { targets: [target], leave: '', isShown: true, isNewSession: true })).toBe(false);
  expect((await screen.findByRole('dialog')).textContent).toContain('You are not in this conversation.');
});

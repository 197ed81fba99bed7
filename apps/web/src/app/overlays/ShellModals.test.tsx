import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { TaskModal } from './modals.ts';
import { useOverlays } from './overlays.ts';
import { ShellModals } from './ShellModals.tsx';

const file = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('#app/palette/Palette.tsx', async () => {
  await file.promise;
  return { Palette: () => <p>the palette</p> };
});

const TASK = {
  id: 5,
  parent_id: 0,
  project_id: 7,
  dialog_id: 0,
  name: 'Ship',
  file_num: 0,
  flow_item_name: '',
  color: '',
  loop: 'never',
  visibility: 1,
  task_user: [],
  task_tag: [],
  archived_at: null,
  updated_at: '',
} as unknown as Task;

test('an open modal stays visible while the next one’s code loads', async () => {
  serve({ 'project/task/related': { list: [] }, 'project/log/lists': { data: [] }, 'project/tag/list': [] });
  vi.spyOn(client.opened, 'loadTask').mockResolvedValue();
  client.store.base.task.put(TASK);
  await TaskModal.fetch();
  useOverlays.setState({ taskId: TASK.id });
  const { screen } = await open(<ShellModals />);
  const task = await screen.findByRole('dialog', { name: 'Ship' });
  const isHidden = () => task.closest('[style*="display: none"]') !== null;
  await act(async () => useOverlays.getState().open('palette'));
  expect(screen.queryByText('the palette')).toBeNull();
  expect(isHidden()).toBe(false);
  await act(async () => file.resolve());
  await screen.findByText('the palette');
  expect(isHidden()).toBe(false);
});

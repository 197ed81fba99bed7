import type { Task } from '@atrium/contract/tasks.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';

test('a row says how many open subtasks of its task are mine', async () => {
  serve({});
  client.store.clear();
  localStorage.clear();
  const put = (fields: Partial<Task>) =>
    client.store.base.task.put({
      project_id: 7,
      parent_id: 0,
      owner: 1,
      assist: 0,
      desc: '',
      color: '',
      start_at: null,
      end_at: null,
      complete_at: null,
      archived_at: null,
      flow_item_id: 0,
      flow_item_name: '',
      sub_num: 0,
      project_name: 'Harbour',
      task_user: [],
      task_tag: [],
      ...fields,
    } as unknown as Task);
  put({ id: 1, name: 'Ship' });
  put({ id: 2, name: 'Load', parent_id: 1 });
  put({ id: 3, name: 'Count', parent_id: 1, owner: 0, assist: 1 });
  const { screen } = await open(<DashboardScreen onTask={vi.fn()} onNewProject={vi.fn()} onSearch={vi.fn()} />);
  const row = (name: RegExp) => within(screen.getByRole('button', { name }).closest('li') as HTMLElement);
  expect(row(/Ship/).getByText('+1')).toBeTruthy();
  expect(row(/Load/).queryByText(/^\+/)).toBeNull();
});

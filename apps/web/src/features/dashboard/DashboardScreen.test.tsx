import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useJustCompleted } from '#entities/task/status/justCompleted.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { open, serve } from '#testing/stage.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';

const row = (fields: Partial<Task>) =>
  ({
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
  }) as unknown as Task;
const put = (fields: Partial<Task>) => client.store.base.task.put(row(fields));

let completed: Task[];
beforeEach(() => {
  completed = [];
  serve({ 'project/task/lists': () => ({ data: completed }) });
});

async function screenOf(onNewProject = vi.fn()) {
  const shown = await open(<DashboardScreen onTask={vi.fn()} onNewProject={onNewProject} onSearch={vi.fn()} />);
  const group = (name: string) => within(shown.screen.getByRole('region', { name }));
  return { ...shown, group };
}

test('a row shows how many open subtasks of its task are mine', async () => {
  put({ id: 1, name: 'Ship' });
  put({ id: 2, name: 'Load', parent_id: 1 });
  put({ id: 3, name: 'Count', parent_id: 1, owner: 0, assist: 1 });
  const { screen } = await screenOf();
  const line = (name: RegExp) => within(screen.getByRole('button', { name }).closest('li') as HTMLElement);
  expect(line(/Ship/).getByText('+1')).toBeTruthy();
  expect(line(/Load/).queryByText(/^\+/)).toBeNull();
});

test('tasks that begin later are listed separately and not counted as due', async () => {
  put({ id: 1, name: 'Now' });
  put({ id: 2, name: 'Later', start_at: '2999-01-02 09:00:00', end_at: '2999-01-03 09:00:00' });
  put({ id: 3, name: 'Before that', start_at: '2999-01-01 09:00:00', end_at: '2999-01-09 09:00:00' });
  const { screen, group } = await screenOf();
  expect(screen.getByRole('link', { name: /To do/ }).textContent).toBe('1To do +2 upcoming');
  const names = group('Upcoming')
    .getAllByRole('listitem')
    .map((item) => /Later|Before that/.exec(item.textContent)?.[0]);
  expect(names).toEqual(['Before that', 'Later']);
  expect(group('To do').getAllByRole('listitem')).toHaveLength(1);
});

test('a long group shows its first rows, and all on request', async () => {
  for (let id = 1; id <= 13; id++) put({ id, name: `Task ${id}` });
  const { group, user } = await screenOf();
  expect(group('To do').getAllByRole('checkbox')).toHaveLength(10);
  await user.click(group('To do').getByRole('button', { name: '3 more' }));
  expect(group('To do').getAllByRole('checkbox')).toHaveLength(13);
});

test('tasks completed this week are listed, except those still shown elsewhere', async () => {
  const now = toWire(new Date());
  completed = [
    row({ id: 1, name: 'Sealed', complete_at: now }),
    row({ id: 2, name: 'Reopened', complete_at: now }),
    row({ id: 3, name: 'Long ago', complete_at: '2020-01-01 09:00:00' }),
  ];
  put({ id: 2, name: 'Reopened' });
  put({ id: 4, name: 'Ticked', complete_at: now });
  useJustCompleted.getState().add(4);
  const { screen, group, user } = await screenOf();
  const head = await screen.findByRole('button', { name: /^Completed this week/ });
  expect([head.textContent, head.getAttribute('aria-expanded')]).toEqual(['Completed this week1', 'false']);
  await user.click(head);
  expect(
    group('Completed this week')
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([expect.stringContaining('Sealed')]);
  await user.click(screen.getByRole('button', { name: 'Clear completed' }));
  expect(group('Completed this week').getAllByRole('listitem')).toHaveLength(2);
});

test('new people see where to begin, and people without open tasks see that', async () => {
  const onNewProject = vi.fn();
  client.store.base.project.put({ id: 1, name: 'Mine', personal: 1, task_num: 0 } as unknown as Project);
  const fresh = await screenOf(onNewProject);
  await fresh.user.click(await fresh.screen.findByRole('button', { name: 'Create your first project' }));
  expect(onNewProject).toHaveBeenCalledOnce();
  fresh.unmount();

  client.store.base.project.put({ id: 2, name: 'Harbour', personal: 0, task_num: 4 } as unknown as Project);
  const calm = await screenOf();
  await calm.screen.findByText(/all caught up/);
  calm.unmount();

  completed = [row({ id: 1, name: 'Sealed', complete_at: toWire(new Date()) })];
  const proud = await screenOf();
  await proud.screen.findByText(/You completed 1 task this week/);
});

test('the server’s time is shown when its time zone differs', async () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  client.setting = { server_timezone: here } as never;
  const same = await screenOf();
  expect(same.screen.queryByText(/Server time/)).toBeNull();
  same.unmount();
  const far = here === 'Asia/Kathmandu' ? 'Asia/Tokyo' : 'Asia/Kathmandu';
  client.setting = { server_timezone: far } as never;
  const other = await screenOf();
  other.screen.getByText(new RegExp(`Server time: .*\\(${far}\\)`));
});

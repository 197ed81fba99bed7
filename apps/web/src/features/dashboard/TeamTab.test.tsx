import type { TeamStats, TeamTask } from '@atrium/contract/people/team.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';

const stats: TeamStats = {
  generated_at: '2026-01-01 09:00:00',
  member_count: 2,
  blocks: {
    uncompleted: 5,
    overdue: 2,
    overdue_owner_count: 1,
    due_soon: 1,
    week_completed: 3,
    last_week_completed: 4,
    no_owner: 6,
  },
  priority: [
    { level: 1, name: 'Now', color: '#f00', num: 2 },
    { level: -1, name: '', color: '#c5c8ce', num: 3 },
  ],
  members: [
    { userid: 2, nickname: 'Bo', userimg: '', total: 4, overdue: 2, segments: { start: 1, progress: 2, test: 1 } },
    { userid: 3, nickname: 'Cy', userimg: '', total: 1, overdue: 0, segments: { start: 1, progress: 0, test: 0 } },
  ],
  high_levels: [1, 2],
};
const task = (id: number, fields: Partial<TeamTask> = {}): TeamTask => ({
  id,
  parent_id: 0,
  name: `Task ${id}`,
  project_id: 7,
  project_name: 'Harbour',
  end_at: null,
  overdue: false,
  p_level: 0,
  p_name: '',
  p_color: '',
  flow_item_name: '',
  owners: [],
  can_open: true,
  ...fields,
});

const me = (department_name: string) =>
  client.store.base.user.put({ userid: ME, nickname: 'Ada', userimg: '', bot: 0, department_name } as UserBasic);

async function dashboard(identity: string[] = []) {
  const server = serve({
    'project/task/lists': { data: [] },
    'system/license': { user_count: 12 },
    'system/status': { checks: [] },
    'system/samples': { people: 0 },
    'users/invitation/list': { list: [], can_mail: false },
    'dashboard/team/stats': stats,
    'dashboard/team/tasks': ({ page }: { page: number }) => ({
      data: page === 1 ? [task(1), task(2, { can_open: false })] : [task(3)],
      total: 3,
    }),
    'users/department/list': [
      { id: 1, name: 'Kitchen', owner_userid: 2 },
      { id: 2, name: 'Cellar', owner_userid: 2 },
      { id: 3, name: 'Garden', owner_userid: 3 },
    ],
  });
  const onTask = vi.fn();
  const shown = await open(<DashboardScreen onTask={onTask} onNewProject={vi.fn()} onSearch={vi.fn()} />, {
    path: '/manage/dashboard',
    me: { identity },
  });
  const asked = () => server.inputsOf('dashboard/team/tasks');
  return { ...shown, server, onTask, asked };
}

test('only department heads and administrators have the team tab', async () => {
  me('Kitchen, Cellar');
  const plain = await dashboard();
  expect(plain.screen.queryByRole('radio', { name: 'Team' })).toBeNull();
  plain.unmount();
  me('Kitchen (M), Cellar');
  const head = await dashboard();
  head.screen.getByRole('radio', { name: 'Team' });
  expect(head.asked()).toEqual([]);
  head.unmount();
  me('');
  const admin = await dashboard(['admin']);
  admin.screen.getByRole('radio', { name: 'Team' });
});

test('every number, person and level opens its tasks; others’ tasks are read-only', async () => {
  me('Kitchen (M)');
  const { screen, user, asked, onTask, server } = await dashboard();
  await user.click(screen.getByRole('radio', { name: 'Team' }));
  const list = async (name: string) => within(await screen.findByRole('region', { name }));
  const first = await list('Open');
  await first.findByText('Task 1');
  expect(first.queryByRole('button', { name: /Task 2/ })).toBeNull();
  await user.click(first.getByRole('button', { name: /Task 1/ }));
  expect(onTask).toHaveBeenCalledWith(1);
  await user.click(first.getByRole('button', { name: '1 more' }));
  await first.findByText('Task 3');

  await user.click(screen.getByRole('button', { name: /Overdue.*1 person/ }));
  await list('Overdue');
  await user.click(screen.getByRole('button', { name: /^Bo: 4 open tasks, In progress 2/ }));
  await list('Bo');
  await user.click(screen.getByRole('button', { name: /No priority/ }));
  await list('No priority');
  const wishes = asked().map(({ page: _page, ...wish }) => JSON.stringify(wish));
  expect([...new Set(wishes)]).toEqual([
    '{"type":"uncompleted"}',
    '{"type":"overdue"}',
    '{"type":"uncompleted","member_id":2}',
    '{"type":"uncompleted","level":-1}',
  ]);
  await user.click(screen.getByRole('button', { name: 'Recount' }));
  await expect.poll(() => server.inputsOf('dashboard/team/stats').at(-1)).toEqual({ refresh: true });
});

test('an administrator sees all departments, or those of one head', async () => {
  me('');
  const { screen, user, server } = await dashboard(['admin']);
  await user.click(screen.getByRole('radio', { name: 'Team' }));
  await user.click(await screen.findByRole('combobox', { name: 'Departments' }));
  await user.click(await screen.findByRole('option', { name: 'Kitchen, Cellar' }));
  await expect.poll(() => server.inputsOf('dashboard/team/stats').at(-1)).toEqual({ department_owner_ids: [2] });
});

import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { cleanup, fireEvent, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { ProjectViews } from './ProjectViews.tsx';
// It has a chunk of its own, which this test does not wait for.
import './timeline/Timeline.tsx';

const project = { id: 7, name: 'Harbour', desc: '', owner: 1, task_num: 3, dialog_id: 0 } as unknown as Project;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
const put = (fields: Partial<Task>) =>
  client.store.base.task.put({
    project_id: 7,
    column_id: 70,
    parent_id: 0,
    desc: '',
    color: '',
    created_at: inDays(-20),
    complete_at: null,
    start_at: null,
    end_at: null,
    flow_item_id: 0,
    flow_item_name: '',
    task_user: [],
    task_tag: [],
    ...fields,
  } as unknown as Task);

beforeEach(() => {
  serve({ 'project/tag/list': [], 'system/priority': [] });
  for (const [id, name] of [
    [70, 'To do'],
    [71, 'Doing'],
  ] as const)
    client.store.base.column.put({ id, project_id: 7, name, color: '', sort: id } as unknown as Column);
  put({ id: 1, name: 'Order paint', end_at: inDays(-9) });
  put({ id: 2, name: 'Paint the hall', column_id: 71, end_at: inDays(9) });
  put({
    id: 3,
    name: 'Wash brushes',
    column_id: 71,
    end_at: inDays(-8),
    complete_at: inDays(-8),
  });
});

const timeline = async () => {
  localStorage.setItem('project.view.7', JSON.stringify({ kind: 'timeline' }));
  const stage = await open(<ProjectViews project={project} isLoaded onTask={vi.fn()} />);
  const box = await stage.screen.findByRole('group', { name: 'Timeline' });
  const bars = () => [...box.querySelectorAll('[data-bar]')].map((bar) => bar.getAttribute('title'));
  return { ...stage, box, bars };
};

test('the timeline shows the chosen columns, like board and table, and applies the filter', async () => {
  const { screen, user, bars } = await timeline();
  expect(bars()).toEqual(['Order paint', 'Wash brushes', 'Paint the hall']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Doing' }));
  expect(bars()).toEqual(['Order paint']);
  await user.click(screen.getByRole('menuitem', { name: 'Show all' }));
  await user.click(screen.getByRole('checkbox', { name: 'Show done (1)' }));
  expect(bars()).toEqual(['Order paint', 'Paint the hall']);
  await user.type(screen.getByRole('searchbox', { name: 'Find tasks' }), 'hall');
  expect(bars()).toEqual(['Paint the hall']);
});

test('the timeline marks late tasks, not completed or future ones', async () => {
  const { screen, box } = await timeline();
  const rowOf = (name: string) => within(screen.getByRole('button', { name }).parentElement as HTMLElement);
  const isLate = (name: string) => rowOf(name).queryByRole('img', { name: 'Overdue' }) !== null;
  expect(['Order paint', 'Paint the hall', 'Wash brushes'].map(isLate)).toEqual([true, false, false]);
  expect([...box.querySelectorAll('[data-overdue]')].map((bar) => bar.getAttribute('title'))).toEqual(['Order paint']);
});

test('a task in a distant year does not slow the timeline', async () => {
  put({ id: 4, name: 'Repaint it all', end_at: inDays(20_000) });
  const { box, bars } = await timeline();
  expect(bars()).toContain('Repaint it all');
  expect(box.querySelectorAll('*').length).toBeLessThan(2000);
});

test('a filter without matches says so in every view and can be cleared', async () => {
  localStorage.setItem('project.view.7', JSON.stringify({ filter: { text: 'nowhere' } }));
  for (const kind of ['Board', 'Table', 'Timeline']) {
    const { screen, user } = await open(<ProjectViews project={project} isLoaded onTask={vi.fn()} />);
    const field = screen.getByRole('searchbox', { name: 'Find tasks' });
    await user.click(screen.getByRole('radio', { name: kind }));
    fireEvent.change(field, { target: { value: '' } });
    expect(screen.queryByText('No tasks match.')).toBeNull();
    fireEvent.change(field, { target: { value: 'nowhere' } });
    expect(await screen.findByText('No tasks match.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all tasks' }));
    expect((field as HTMLInputElement).value).toBe('');
    expect(screen.queryByText('No tasks match.')).toBeNull();
    expect(await screen.findByRole('group', { name: kind === 'Timeline' ? 'Timeline' : /Harbour/ })).toBeTruthy();
    cleanup();
  }
});

test('the table of a project with a workflow has a column for the status, which can be hidden', async () => {
  localStorage.setItem('project.view.7', JSON.stringify({ kind: 'table' }));
  const item = { id: 5, name: 'Review', status: 'progress', color: '', turns: [5], userids: [], columnid: 0 };
  const flowing = { ...project, project_flow_item: [item] } as unknown as Project;
  client.store.base.project.put(flowing);
  const { screen, user } = await open(<ProjectViews project={flowing} isLoaded onTask={vi.fn()} />);
  const table = await screen.findByRole('group', { name: /Harbour/ });
  expect(within(table).getByText('Status')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fields' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Status' }));
  expect(within(table).queryByText('Status')).toBeNull();
});

test('a project is called incomplete only if tasks are missing, and its subtasks count', async () => {
  put({ id: 4, name: 'Rinse', column_id: 71, parent_id: 2 });
  const opened = async (task_num: number) => {
    const element = (
      <ProjectViews project={{ ...project, task_num }} isLoaded={false} problem="No network" onTask={vi.fn()} />
    );
    const { screen, unmount } = await open(element);
    const words = screen.queryByText(/isn’t loaded completely/)?.textContent;
    unmount();
    return words;
  };
  expect(await opened(4)).toBeUndefined();
  expect(await opened(6)).toContain('4 of 6 tasks');
});

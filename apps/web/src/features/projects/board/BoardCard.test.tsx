import { addTask } from '@atrium/client/projects/projectActions.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPriorities } from '#entities/task/menu/priorities.ts';
import { client } from '#sync/session.ts';
import { LOST, open, serve } from '#testing/stage.tsx';
import { BoardCard } from './BoardCard.tsx';
import { QuickAdd } from './QuickAdd.tsx';

beforeEach(() => {
  forgetPriorities();
  serve({ 'project/tag/list': [], 'project/task/template_list': [], 'system/priority': [] });
});

const task = (fields: Partial<Task>) =>
  ({
    id: 5,
    project_id: 7,
    column_id: 70,
    parent_id: 0,
    name: 'Ship',
    desc: '',
    color: '',
    complete_at: null,
    end_at: null,
    visibility: 1,
    flow_item_id: 0,
    sub_num: 0,
    msg_num: 0,
    file_num: 0,
    task_user: [],
    task_tag: [],
    ...fields,
  }) as unknown as Task;

test('a card shows the start of its description while the task is open', async () => {
  const card = (fields: Partial<Task>) => (
    <BoardCard task={task(fields)} isPicked={false} isEditing={false} acts={{ onOpen: vi.fn(), onEdited: vi.fn() }} />
  );
  const first = await open(card({ desc: 'Two coats of grey' }));
  first.screen.getByText('Two coats of grey');
  first.unmount();
  const done = await open(card({ desc: 'Two coats of grey', complete_at: '2026-01-01 00:00:00' }));
  expect(done.screen.queryByText('Two coats of grey')).toBeNull();
});

test('a head of departments reads a card and changes nothing', async () => {
  client.store.base.project.put({ id: 7, name: 'Vineyard', department_readonly: true, owner: null } as never);
  const { screen, user } = await open(
    <BoardCard
      task={task({ name: 'Prune the vines', is_guest: true })}
      isPicked={false}
      isEditing={false}
      acts={{ onOpen: vi.fn(), onEdited: vi.fn() }}
    />,
  );
  expect(screen.queryByRole('button', { name: /Assign to me/ })).toBeNull();
  expect(screen.getByRole('checkbox')).toHaveProperty('disabled', true);
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('group', { name: 'Prune the vines' }) });
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(items).toEqual(['Open', 'Add to favorites', 'Send task', 'Copy link']);
});

test('a card leaves out the status that its list is bound to', async () => {
  const item = (id: number, name: string, columnid: number) => ({ id, name, columnid, status: 'start', turns: [id] });
  const show = async (items: ReturnType<typeof item>[], column_id: number) => {
    client.store.base.project.put({ id: 7, name: 'Harbour', project_flow_item: items } as never);
    const { screen, unmount } = await open(
      <BoardCard
        task={task({ column_id, flow_item_id: 1, flow_item_name: 'start|To do|' })}
        isPicked={false}
        isEditing={false}
        acts={{ onOpen: vi.fn(), onEdited: vi.fn() }}
      />,
    );
    const isShown = screen.queryByText('To do') !== null;
    unmount();
    return isShown;
  };
  const done = item(2, 'Done', 71);
  expect(await show([item(1, 'To do', 70), done], 70)).toBe(false);
  // In another list, in a list that is bound to no status, and in one that two statuses share, it says something new.
  expect(await show([item(1, 'To do', 70), done], 72)).toBe(true);
  expect(await show([item(1, 'To do', 0), done], 70)).toBe(true);
  expect(await show([item(1, 'To do', 70), item(3, 'Waiting', 70), done], 70)).toBe(true);
});

test('on touch devices, also with a pen, a card’s menu button is always visible', async () => {
  const known = window.matchMedia;
  const isTablet = (query: string) => ['(hover: none)', '(pointer: coarse)', '(any-pointer: fine)'].includes(query);
  const card = (name: string) => (
    <BoardCard task={task({ name })} isPicked={false} isEditing={false} acts={{ onOpen: vi.fn(), onEdited: vi.fn() }} />
  );
  const desktop = await open(card('Ship'));
  expect(desktop.screen.getByRole('button', { name: /Actions for/ }).querySelector('svg')).toBeNull();
  desktop.unmount();
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    isTablet(query) ? ({ ...known(query), matches: true } as MediaQueryList) : known(query),
  );
  const tablet = await open(card('Ship'));
  expect(tablet.screen.getByRole('button', { name: /Actions for/ }).querySelector('svg')).not.toBeNull();
});

test('a task added at the foot of a column follows the open ones, one at its head precedes them', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const column = { id: 70, project_id: 7, name: 'To do' } as unknown as Column;
  for (const isAtEnd of [true, false]) {
    const { screen, user, unmount } = await open(<QuickAdd column={column} isAtEnd={isAtEnd} onClose={vi.fn()} />);
    await user.type(screen.getByRole('textbox'), 'Pack{Enter}');
    expect(mutate.mock.calls.at(-1)).toMatchObject([addTask, { name: 'Pack', column_id: '70', top: !isAtEnd }]);
    unmount();
  }
});

test('a new task’s priority takes one tap, and a typed one overrides it', async () => {
  const urgent = { name: 'Urgent', color: '#ED4014', priority: 1, days: 1, is_default: 0 };
  const calm = { name: 'Calm', color: '#19C919', priority: 2, days: 5, is_default: 0 };
  forgetPriorities();
  serve({ 'project/tag/list': [], 'project/task/template_list': [], 'system/priority': [urgent, calm] });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const column = { id: 70, project_id: 7, name: 'To do' } as unknown as Column;
  const { screen, user } = await open(<QuickAdd column={column} onClose={vi.fn()} />);
  const dot = await screen.findByRole('button', { name: 'Calm' });
  await user.click(dot);
  expect(dot.getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), 'Pack{Enter}');
  expect(mutate.mock.calls.at(-1)?.[1]).toMatchObject({ name: 'Pack', p_level: 2 });
  expect(mutate.mock.calls.at(-1)?.[1]).not.toHaveProperty('times');
  expect(dot.getAttribute('aria-pressed')).toBe('false');
  await user.click(dot);
  await user.type(screen.getByRole('textbox'), 'Call !1{Enter}');
  expect(mutate.mock.calls.at(-1)?.[1]).toMatchObject({ name: 'Call', p_level: 1 });
  forgetPriorities();
});

test('offline, quick add uses the last known priorities and tags', async () => {
  const urgent = { name: 'Urgent', color: '#ED4014', priority: 1, days: 1, is_default: 0 };
  const tag = { id: 3, project_id: 7, name: 'Shop', color: '#51abea', sort: 0 };
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const column = { id: 70, project_id: 7, name: 'To do' } as unknown as Column;
  forgetPriorities();
  serve({ 'project/tag/list': [tag], 'project/task/template_list': [], 'system/priority': [urgent] });
  const online = await open(<QuickAdd column={column} onClose={vi.fn()} />);
  await online.screen.findByRole('button', { name: 'Urgent' });
  online.unmount();
  // As after a reload.
  forgetPriorities();
  serve({ 'project/tag/list': LOST, 'project/task/template_list': LOST, 'system/priority': LOST });
  const { screen, user } = await open(<QuickAdd column={column} onClose={vi.fn()} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Off one !1 #shop' } });
  expect(await screen.findByRole('button', { name: 'Urgent' })).toBeTruthy();
  await user.type(screen.getByRole('textbox'), '{Enter}');
  expect(mutate.mock.calls.at(-1)?.[1]).toMatchObject({
    name: 'Off one',
    p_level: 1,
    task_tag: [{ name: 'Shop', color: '#51abea' }],
  });
  forgetPriorities();
});

import { updateTask } from '@atrium/client/projects/projectActions.ts';
import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu } from '@mantine/core';
import { act, cleanup, fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { useMovingTask } from './movingTask.ts';
import { TaskMenu } from './TaskMenu.tsx';

const task = (fields: Partial<Task> = {}) =>
  ({
    id: 5,
    parent_id: 0,
    project_id: 7,
    name: 'Ship',
    color: '',
    loop: 'never',
    loop_at: null,
    flow_item_id: 0,
    flow_item_name: '',
    complete_at: null,
    archived_at: null,
    task_user: [],
    ...fields,
  }) as unknown as Task;

const status = (id: number, name: string, kind: string, turns: number[]) =>
  ({ id, name, status: kind, turns, color: '', userids: [], userlimit: 0, columnid: 0 }) as unknown as FlowItem;

beforeEach(() => {
  serve({ 'users/favorite/check': { favorited: false } });
});

async function menuOf(shown: Task, flow: FlowItem[] = []) {
  client.store.base.project.put({ id: 7, name: 'Harbour', project_flow_item: flow } as unknown as Project);
  client.store.base.task.put(shown);
  const { screen, user } = await open(
    <Menu opened>
      <Menu.Target>
        <button type="button">menu</button>
      </Menu.Target>
      <Menu.Dropdown>
        <TaskMenu task={shown} />
      </Menu.Dropdown>
    </Menu>,
  );
  await screen.findAllByRole('menuitem');
  const names = () =>
    screen.getAllByRole('menuitem').map((item) => item.getAttribute('aria-label') ?? item.textContent ?? '');
  return { screen, user, names };
}
const COLORS = ['None', 'Yellow', 'Blue', 'Green', 'Pink', 'Purple', 'Gray'];

// covers C2-10
test('the task menu lists its commands in order, colors last', async () => {
  const { names } = await menuOf(task());
  const offered = names();
  expect(offered.slice(0, -COLORS.length)).toEqual([
    'Mark as done',
    'Add to favorites',
    'Send task',
    'Copy link',
    'Move',
    'Copy',
    'Repeat',
    'Delete',
  ]);
  expect(offered.slice(-COLORS.length)).toHaveLength(COLORS.length);
});

// covers C2-10
test('with a workflow the statuses come first, and a completed task can be archived', async () => {
  const flow = [status(1, 'To do', 'start', [1, 2]), status(2, 'Done', 'end', [1, 2]), status(3, 'Never', 'end', [3])];
  const done = task({ flow_item_id: 1, flow_item_name: 'start|To do|', complete_at: '2026-01-01 00:00:00' });
  const { names } = await menuOf(done, flow);
  expect(names().slice(0, 2)).toEqual(['To do', 'Done']);
  expect(names()).toContain('Archive');
  expect(names()).not.toContain('Mark as not done');
});

test('a restricted status names the next people and offers nothing to others', async () => {
  const held = (fields: Partial<FlowItem>) => [
    { ...status(1, 'To do', 'start', [1, 2]), userlimit: 1, userids: [2], ...fields },
    status(2, 'Done', 'end', [1, 2]),
  ];
  const at = task({ flow_item_id: 1, flow_item_name: 'start|To do|' });
  const offers = async (flow: FlowItem[]) => {
    const { screen } = await menuOf(at, flow);
    const item = screen.getByRole('menuitem', { name: 'Done' });
    const isOffered = !item.hasAttribute('disabled') && !item.hasAttribute('data-disabled');
    const says = screen.queryByText(/Only the people of this status/) !== null;
    cleanup();
    return [isOffered, says];
  };
  expect(await offers(held({}))).toEqual([false, true]);
  expect(await offers(held({ userids: [1] }))).toEqual([true, false]);
  expect(await offers(held({ userlimit: 0 }))).toEqual([true, false]);
});

// covers C2-13
test('a subtask offers only its statuses and completion', async () => {
  const sub = await menuOf(task({ parent_id: 4 }));
  expect(sub.names()).toEqual(['Mark as done', 'Delete']);
});

// covers C2-14
test('an archived task is restored from its menu and cannot be moved', async () => {
  const { names } = await menuOf(task({ archived_at: '2026-01-01 00:00:00', complete_at: '2026-01-01 00:00:00' }));
  expect(names()).toContain('Restore');
  expect(names()).not.toContain('Move');
  expect(names()).not.toContain('Repeat');
});

test('moving asks for the target, and repeating is one choice', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user } = await menuOf(task());
  await user.click(screen.getByRole('menuitem', { name: 'Move' }));
  expect(useMovingTask.getState()).toMatchObject({ kind: 'move', task: { id: 5 } });
  await user.click(screen.getByRole('menuitem', { name: 'Repeat' }));
  // A pointer that jumps here without moving across would leave the menu.
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Every week' }));
  expect(mutate).toHaveBeenCalledWith(updateTask, { task_id: 5, loop: 'week' });
});

test('a refused completion is not reported as done, and a completed task can be undone', async () => {
  let answer: (refused: boolean) => void = () => undefined;
  const mutate = vi
    .spyOn(client, 'mutate')
    .mockImplementation(
      () =>
        new Promise(
          (resolve, reject) => (answer = (refused) => (refused ? reject(new Error('no')) : resolve({} as never))),
        ),
    );
  for (const [item, fields] of [
    ['Mark as done', {}],
    ['Delete', {}],
    ['Archive', { complete_at: '2026-01-01 00:00:00' }],
  ] as const) {
    for (const isRefused of [true, false]) {
      const { screen, user } = await menuOf(
        task({ task_user: [{ userid: 1, owner: 1 }] as Task['task_user'], ...fields }),
      );
      await user.click(screen.getByRole('menuitem', { name: item }));
      await screen.findByRole('button', { name: 'Undo' });
      answer(isRefused);
      await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
      expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(isRefused ? 0 : 1);
      await act(async () => useNotices.setState({ list: [] }));
      cleanup();
    }
  }
  mutate.mockRestore();
});

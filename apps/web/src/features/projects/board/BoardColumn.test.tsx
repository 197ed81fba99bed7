import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeNewTask, useNewTask } from '#entities/task/newTask.ts';
import { client } from '#sync/session.ts';
import { setMedia } from '#testing/media.ts';
import { open, serve } from '#testing/stage.tsx';
import { BoardColumn } from './BoardColumn.tsx';

beforeEach(() => {
  closeNewTask();
  serve({ 'project/tag/list': [], 'project/task/template_list': [], 'system/priority': [] });
});

const shown = (isShown: (task: Task) => boolean = () => true) =>
  open(
    <BoardColumn
      column={{ id: 70, project_id: 7, name: 'To do', color: '', sort: 0 } as Column}
      isReadOnly={false}
      pickedUp={0}
      editing={0}
      isComing={false}
      isShown={isShown}
      acts={{ onOpen: vi.fn(), onEdited: vi.fn() }}
    />,
  );

test('a new task is a line in its column; on a phone it opens the full form', async () => {
  const wide = await shown();
  await wide.user.click(wide.screen.getByRole('button', { name: 'Add task to To do' }));
  wide.screen.getByRole('textbox', { name: 'New task in To do' });
  expect(useNewTask.getState().wish).toBeNull();
  wide.unmount();

  setMedia({ width: 390 });
  const { screen, user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Add task to To do' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(useNewTask.getState().wish).toEqual({ projectId: 7, columnId: 70, isAtTop: true });
  await user.click(screen.getByRole('button', { name: /Add task at the end/ }));
  expect(useNewTask.getState().wish).toEqual({ projectId: 7, columnId: 70, isAtTop: false });
});

test('a column’s menu is named after it, and its button closes it', async () => {
  const { screen, user } = await shown();
  const button = screen.getByRole('button', { name: 'Actions for To do' });
  await user.click(button);
  await screen.findByRole('menu', { name: 'Actions for To do' });
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user.click(button);
  await screen.findByRole('menu');
});

test('a column counts the cards that it shows, completed ones too', async () => {
  const task = (id: number, more: object) => ({
    id,
    project_id: 7,
    column_id: 70,
    parent_id: 0,
    name: `T${id}`,
    ...more,
  });
  const people = { task_user: [], task_tag: [], complete_at: null, archived_at: null };
  client.store.replace('task', [
    task(1, people),
    task(2, people),
    task(3, { ...people, complete_at: '2026-11-02 09:00:00' }),
  ] as never);
  const both = await shown();
  expect(both.screen.getByRole('heading', { name: 'To do' }).nextSibling?.textContent).toBe('3');
  both.unmount();
  const { screen } = await shown((each) => !each.complete_at);
  expect(screen.getByRole('heading', { name: 'To do' }).nextSibling?.textContent).toBe('2');
});

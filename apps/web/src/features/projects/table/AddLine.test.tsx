import { readQuickLine } from '@atrium/client/projects/quickAdd.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addSub } from '#entities/task/task.actions.ts';
import { addCard } from '#features/projects/board/board.actions.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { AddLine } from './AddLine.tsx';

const column = { id: 70, project_id: 7, name: 'To do', color: '', sort: 0 } as unknown as Column;
const ship = { id: 5, project_id: 7, column_id: 70, parent_id: 0, name: 'Ship', task_user: [] } as unknown as Task;
const words = { people: [], tags: [], priorities: [], days: new Map<string, number>() };

afterEach(() => client.queue.stop());

test('a line that the server refuses is in its field again, unless another one was begun', async () => {
  client.store.clear();
  client.store.base.column.put(column);
  client.store.base.task.put(ship);
  let answer = Promise.withResolvers<unknown>();
  const later = () => answer.promise;
  serve({ 'project/task/add': later, 'project/task/addsub': later });
  const refuse = async () => {
    await act(async () => answer.resolve(refused('Full.')));
    await expect.poll(() => client.queue.unsent()).toEqual([]);
    answer = Promise.withResolvers();
  };
  client.queue.start();
  const lines = (
    <>
      <AddLine
        projectId={7}
        parentId={0}
        onAdd={(name, onRefused) => addCard(column, readQuickLine(name, words, new Date()), { onRefused })}
      />
      <AddLine projectId={7} parentId={5} onAdd={(name, onRefused) => addSub(ship, name, onRefused)} />
    </>
  );
  const { screen, user, unmount } = await open(lines);
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  for (const [name, line] of [
    ['Add task', 'Paint the hull #red'],
    ['Add subtask', 'Pack the sails'],
  ] as const) {
    await user.type(field(name), `${line}{Enter}`);
    expect(field(name).value).toBe('');
    await refuse();
    await expect.poll(() => field(name).value).toBe(line);
    await user.type(field(name), '{Enter}Next');
    await refuse();
    expect(field(name).value).toBe('Next');
  }
  // Both are there again with the table.
  unmount();
  await open(lines);
  for (const name of ['Add task', 'Add subtask']) expect(field(name).value).toBe('Next');
  for (const form of ['line_7', 'subtask_5']) client.drafts.remove(`form:${form}`);
});

import type { Task } from '@atrium/contract/tasks.ts';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { Description } from './Description.tsx';

const known = (fields: Partial<Task>) => {
  const task = { id: 7, parent_id: 0, desc: 'A plan', archived_at: null, ...fields } as unknown as Task;
  client.store.clear();
  client.store.base.task.put(task);
  return task;
};
const isWritable = (field: HTMLElement) => field.getAttribute('contenteditable') === 'true';

test('nothing is written into a description before it has been read', async () => {
  let read: (content: object) => void = () => undefined;
  serve({ 'project/task/content': () => new Promise((resolve) => (read = resolve)) });
  const { screen } = await open(<Description task={known({})} />);
  const field = screen.getByRole('textbox', { name: 'Description' });
  expect(isWritable(field)).toBe(false);
  expect(screen.queryByRole('button', { name: 'Check list' })).toBeNull();
  await act(async () => read({ content: '<p>A plan</p>' }));
  await expect.poll(() => field.textContent).toBe('A plan');
  expect(isWritable(field)).toBe(true);
});

test('a description that cannot be read is not taken for an empty one; where there is none it can be written', async () => {
  serve({ 'project/task/content': refused('Not now.') });
  const { screen, unmount } = await open(<Description task={known({})} />);
  await screen.findByText('Loading failed');
  expect(isWritable(screen.getByRole('textbox', { name: 'Description' }))).toBe(false);
  unmount();
  await open(<Description task={known({ desc: '' })} />);
  await expect.poll(() => isWritable(screen.getByRole('textbox', { name: 'Description' }))).toBe(true);
  expect(screen.queryByText('Loading failed')).toBeNull();
});

import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { Description } from './Description.tsx';

const known = (fields: Partial<Task>) => {
  const task = { id: 7, parent_id: 0, desc: 'A plan', archived_at: null, ...fields } as unknown as Task;
  client.store.clear();
  client.store.base.task.put(task);
  return task;
};
const isWritable = (field: HTMLElement) => field.getAttribute('contenteditable') === 'true';

afterEach(() => client.queue.stop());

test('a description is not overwritten before it has loaded', async () => {
  let read: (content: object) => void = () => undefined;
  serve({ 'project/task/content': () => new Promise((resolve) => (read = resolve)) });
  const { screen } = await open(<Description task={known({})} />);
  const field = screen.getByRole('textbox', { name: 'Description' });
  expect(isWritable(field)).toBe(false);
  expect(screen.queryByRole('button', { name: 'Checklist' })).toBeNull();
  await act(async () => read({ content: '<p>A plan</p>' }));
  await expect.poll(() => field.textContent).toBe('A plan');
  expect(isWritable(field)).toBe(true);
});

test('a failed load is not shown as an empty description; an empty one can be edited', async () => {
  serve({ 'project/task/content': refused('Not now.') });
  const { screen, unmount } = await open(<Description task={known({})} />);
  await screen.findByText('Couldn’t load.');
  expect(isWritable(screen.getByRole('textbox', { name: 'Description' }))).toBe(false);
  unmount();
  await open(<Description task={known({ desc: '' })} />);
  await expect.poll(() => isWritable(screen.getByRole('textbox', { name: 'Description' }))).toBe(true);
  expect(screen.queryByText('Couldn’t load.')).toBeNull();
});

test('a conflicting save warns before replacing the other person’s text', async () => {
  let kept = { content: '<p>A plan</p>', userid: 2 };
  serve({ 'project/task/content': () => kept });
  const onTopic = vi.spyOn(client, 'onTopic');
  const task = known({});
  client.drafts.write('t_7_desc', '<p>My plan</p>');
  const { screen, user } = await open(<Description task={task} />);
  const field = screen.getByRole('textbox', { name: 'Description' });
  await expect.poll(() => field.textContent).toBe('My plan');
  const warning = () => screen.queryByText(/Someone else saved a newer version/);
  const tell = (content: string, userid: number) =>
    act(async () => {
      kept = { content, userid };
      onTopic.mock.calls.at(-1)?.[0]('content', 7);
    });
  await tell('<p>A plan of mine</p>', ME);
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(warning()).toBeNull();
  await tell('<p>Another plan</p>', 2);
  await expect.poll(warning).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => field.textContent).toBe('Another plan');
  expect(warning()).toBeNull();
});

test('a refused text stays as an unsaved change, also when the task is opened again', async () => {
  const server = serve({
    'project/task/content': { content: '<p>A plan</p>', userid: 2 },
    'project/task/update': refused('Not yours.'),
  });
  const task = known({});
  client.drafts.write('t_7_desc', '<p>My plan</p>');
  client.queue.start();
  const { screen, user, unmount } = await open(<Description task={task} />);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await expect.poll(() => server.inputsOf('project/task/update')).toEqual([{ task_id: 7, content: '<p>My plan</p>' }]);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Description' }).textContent).toBe('My plan');
  unmount();
  await open(<Description task={task} />);
  await expect.poll(() => screen.getByRole('textbox', { name: 'Description' }).textContent).toBe('My plan');
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

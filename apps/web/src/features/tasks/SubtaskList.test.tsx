import { updateTask } from '@atrium/client/projects/projectActions.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { SubtaskList } from './SubtaskList.tsx';

const person = (userid: number, nickname: string) =>
  ({ userid, nickname, email: '', pinyin: '', bot: 0, userimg: '' }) as unknown as UserBasic;
const task = (fields: Partial<Task>) =>
  ({ project_id: 7, name: 'Ship', complete_at: null, archived_at: null, task_user: [], ...fields }) as unknown as Task;

afterEach(() => client.queue.stop());

test('a subtask is assigned in place', async () => {
  client.store.clear();
  const people = [person(ME, 'Ada'), person(2, 'Bo')];
  serve({ 'users/search': people });
  for (const user of people) client.store.base.user.put(user);
  client.store.base.project.put({ id: 7, name: 'Harbour', project_user: people } as unknown as Project);
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const sub = task({ id: 6, parent_id: 5, name: 'Pack', task_user: [{ userid: ME, owner: 1 }] as Task['task_user'] });
  const { screen, user } = await open(<SubtaskList task={task({ id: 5, parent_id: 0 })} subtasks={[sub]} />);
  const owners = screen.getByRole('button', { name: 'Owners of “Pack”' });
  expect(within(owners).getByTitle('Ada')).toBeTruthy();
  await user.click(owners);
  const picker = within(await screen.findByRole('dialog', { name: 'Owners' }));
  await user.click(await picker.findByRole('checkbox', { name: /Bo/ }));
  await user.click(picker.getByRole('button', { name: 'Select 2 people' }));
  await expect.poll(() => mutate.mock.calls).toEqual([[updateTask, { task_id: 6, owner: [ME, 2] }]]);
});

test('the name of a subtask that was not added yet is there again', async () => {
  client.store.clear();
  serve({});
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const list = (id: number) => <SubtaskList task={task({ id, parent_id: 0 })} subtasks={[]} />;
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add subtask' });
  const { screen, user, unmount } = await open(list(5));
  await user.type(field(), 'Pack the sails');
  unmount();
  const other = await open(list(6));
  expect(field().value).toBe('');
  other.unmount();
  const again = await open(list(5));
  expect(field().value).toBe('Pack the sails');
  await user.type(field(), '{Enter}');
  expect(mutate.mock.calls.map(([, input]) => input)).toMatchObject([{ name: 'Pack the sails' }]);
  again.unmount();
  await open(list(5));
  expect(field().value).toBe('');
});

test('the name of a subtask that the server refuses is in its field again, unless another one was begun', async () => {
  client.store.clear();
  client.store.base.task.put(task({ id: 5, parent_id: 0 }));
  let answer = Promise.withResolvers<unknown>();
  serve({ 'project/task/addsub': () => answer.promise });
  client.queue.start();
  const { screen, user, unmount } = await open(<SubtaskList task={task({ id: 5, parent_id: 0 })} subtasks={[]} />);
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add subtask' });
  const refuse = () => act(async () => answer.resolve(refused('This task has 50 subtasks.')));
  await user.type(field(), 'Pack the sails{Enter}');
  expect(field().value).toBe('');
  await refuse();
  await expect.poll(() => field().value).toBe('Pack the sails');
  answer = Promise.withResolvers();
  await user.type(field(), '{Enter}Next');
  await refuse();
  await expect.poll(() => client.queue.unsent()).toEqual([]);
  expect(field().value).toBe('Next');
  // The task's window may be closed by then.
  answer = Promise.withResolvers();
  await user.type(field(), '{Enter}');
  unmount();
  await refuse();
  await expect.poll(() => client.drafts.content('form:subtask_5')).toBe('"Next"');
  client.drafts.remove('form:subtask_5');
});

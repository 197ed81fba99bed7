import { CallError } from '@atrium/client/api.ts';
import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { markOwnRemoval } from '#entities/project/projectRemoved.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { ProjectScreen } from './ProjectScreen.tsx';

const put = (id: number, name: string) =>
  client.store.base.project.put({ id, name, desc: '', dialog_id: 0, owner: 0, project_user: [] } as unknown as Project);

beforeEach(() => {
  vi.spyOn(client.opened, 'openProject').mockResolvedValue();
  serve({ 'project/lists': { data: [] }, 'project/tag/list': [], 'system/priority': [] });
});

const screenOf = (id: number) =>
  open(<ProjectScreen onTask={vi.fn()} onPerson={vi.fn()} onNewProject={vi.fn()} />, {
    path: '/manage/project/:projectId',
    at: `/manage/project/${id}`,
  });

test('a person removed from the open project sees that on the next screen', async () => {
  put(11, 'Harbour');
  put(12, 'Somebody’s');
  const { screen, place } = await screenOf(11);
  await screen.findByRole('heading', { name: 'Harbour' });
  await act(async () => client.store.base.project.remove(11));
  await screen.findByText('“Harbour” was deleted, or you’re no longer a member.');
  expect(place()).toBe('/manage/project/12');
});

test('a project that could not be loaded completely says so, and loads again', async () => {
  put(31, 'Harbour');
  client.store.base.project.put({ ...client.store.base.project.get(31), task_num: 24 } as unknown as Project);
  const load = vi.mocked(client.opened.openProject).mockRejectedValueOnce(new CallError(-1001, 'network', 'lost'));
  const { screen, user } = await screenOf(31);
  expect((await screen.findByRole('alert')).textContent).toContain('0 of 24 tasks');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

test('leaving a project opens the next one without a notice', async () => {
  put(21, 'Harbour');
  put(22, 'Garden');
  const { screen, place } = await screenOf(21);
  await screen.findByRole('heading', { name: 'Harbour' });
  markOwnRemoval(21);
  await act(async () => client.store.base.project.remove(21));
  expect(place()).toBe('/manage/project/22');
  expect(screen.queryByText(/no longer in/)).toBeNull();
});

test('a head of departments reads a board without anything to change it, and hears when that ends', async () => {
  const { base } = client.store;
  put(41, 'Vineyard');
  put(42, 'Garden');
  base.project.patch(41, { department_readonly: true, owner: null });
  for (const [index, name] of ['To do', 'Done'].entries())
    base.column.put({ id: 410 + index, project_id: 41, name, color: '', sort: index } as Column);
  const { screen, place } = await screenOf(41);
  await screen.findByText('You see this as a department head. You can read it but not change it.');
  for (const name of ['New task', 'Project chat', 'Add task to To do', 'Actions for To do', 'Invite'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Add column' })).toBeNull();
  await act(async () => base.project.remove(41));
  await screen.findByText('You no longer have access to “Vineyard”.');
  expect(place()).toBe('/manage/project/42');
});

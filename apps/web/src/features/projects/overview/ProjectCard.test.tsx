import type { Project } from '@atrium/contract/projects/projects.ts';
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { ProjectCards } from './ProjectCards.tsx';

const put = (fields: Partial<Project>) =>
  client.store.base.project.put({ desc: '', top_at: null, owner: 1, ...fields } as Project);

test('the project list shows my remaining tasks, the progress of each, and pins', async () => {
  client.store.clear();
  serve({ 'project/top': { id: 7, top_at: '2026-01-01 00:00:00' } });
  put({ id: 7, name: 'Harbour', task_num: 8, task_complete: 2, task_percent: 25, task_my_num: 4, task_my_complete: 1 });
  put({ id: 8, name: 'Island', task_num: 2, task_complete: 2, task_percent: 100, task_my_num: 1, task_my_complete: 1 });
  put({ id: 9, name: 'Empty' });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user, place } = await open(<ProjectCards onNewProject={vi.fn()} />);
  const link = (name: RegExp) => screen.getByRole('link', { name });
  expect(link(/Harbour/).textContent).toContain('Your open tasks: 3');
  expect(link(/Island/).textContent).not.toContain('Your open tasks');
  expect(screen.getAllByRole('button', { name: /^Progress of/ })).toHaveLength(2);

  // The ring expands without opening the project.
  await user.click(screen.getByRole('button', { name: /^Progress of Harbour/ }));
  expect(await screen.findByRole('progressbar', { name: 'Mine 1/4' })).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'All 2/8' })).toBeTruthy();
  expect(place()).toBe('/');

  fireEvent.contextMenu(link(/Island/));
  await user.click(await screen.findByRole('menuitem', { name: 'Pin' }));
  expect(mutate.mock.calls.at(-1)?.[1]).toMatchObject({ project_id: 8 });
});

import type { Project } from '@atrium/contract/projects/projects.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { askAndDo } from '#features/projects/projectCommands.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { ProjectCards } from './ProjectCards.tsx';

const project = (id: number, name: string, owner: number) =>
  ({ id, name, owner, archived_at: '2026-01-01 00:00:00', archived_userid: 1 }) as unknown as Project;

async function archivedProjects() {
  client.store.clear();
  const server = serve({
    'project/lists': { data: [project(7, 'Harbour', 1), project(8, 'Island', 0)], next_page_url: null },
    'project/archived': project(7, 'Harbour', 1),
  });
  const stage = await open(
    <>
      <ProjectCards onNewProject={vi.fn()} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await stage.user.click(stage.screen.getByRole('button', { name: 'Archived projects' }));
  const drawer = within(await stage.screen.findByRole('dialog', { name: 'Archived projects' }));
  await drawer.findByText('Harbour');
  return { ...stage, server, drawer };
}

test('an archived project is restored by its owner only', async () => {
  const { server, user, drawer } = await archivedProjects();
  expect(server.inputsOf('project/lists')).toMatchObject([{ archived: 'yes' }]);
  expect(drawer.getByText('Island')).toBeTruthy();
  expect(drawer.getAllByRole('button', { name: 'Restore' })).toHaveLength(1);
  await user.click(drawer.getByRole('button', { name: 'Restore' }));
  expect(server.inputsOf('project/archived')).toEqual([{ project_id: 7, type: 'recovery' }]);
  await expect.poll(() => drawer.queryByText('Harbour')).toBeNull();
});

test('deleting a project for good asks first', async () => {
  const { server, user, drawer, screen } = await archivedProjects();
  await user.click(drawer.getByRole('button', { name: 'Delete “Harbour”' }));
  await user.click(await screen.findByRole('button', { name: 'Delete project' }));
  expect(server.inputsOf('project/remove')).toEqual([{ project_id: 7 }]);
  await expect.poll(() => drawer.queryByText('Harbour')).toBeNull();
});

test('archiving can be undone at once', async () => {
  const server = serve({ 'project/archived': project(7, 'Harbour', 1) });
  const { screen, user } = await open(<QuestionModal cancelLabel="Cancel" />);
  const done = askAndDo(project(7, 'Harbour', 1), 'archive');
  await user.click(await screen.findByRole('button', { name: 'Archive project' }));
  await done;
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect
    .poll(() => server.inputsOf('project/archived'))
    .toEqual([{ project_id: 7 }, { project_id: 7, type: 'recovery' }]);
});

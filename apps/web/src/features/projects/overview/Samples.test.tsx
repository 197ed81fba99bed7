import type { Project } from '@atrium/contract/projects/projects.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TagsDrawer } from '#features/projects/settings/TagsDrawer.tsx';
import { TemplatesDrawer } from '#features/projects/settings/TemplatesDrawer.tsx';
import { open, serve } from '#testing/stage.tsx';

const project = (owner: number) => ({ id: 7, name: 'Harbour', owner }) as unknown as Project;
const samplesIn = (box: HTMLElement) => within(box).queryByRole('region', { name: 'Examples' });

test('sample tags are added together; existing ones are not offered', async () => {
  const server = serve({
    'project/tag/list': [{ id: 1, name: 'bug', color: '#ff7070', desc: '', userid: 1 }],
    'project/tag/save': { id: 2 },
  });
  const { screen, user } = await open(<TagsDrawer project={project(0)} onClose={vi.fn()} />);
  const box = within(await screen.findByRole('region', { name: 'Examples' }));
  expect(box.queryByText('Bug')).toBeNull();
  await user.click(box.getByText('Feature'));
  await user.click(box.getByText('Urgent'));
  await user.click(box.getByText('Question'));
  await user.click(box.getByText('Question'));
  await user.click(box.getByRole('button', { name: 'Add (2)' }));
  await expect
    .poll(() => server.inputsOf('project/tag/save'))
    .toEqual([
      { project_id: 7, name: 'Feature', color: '#51abea', desc: '' },
      { project_id: 7, name: 'Urgent', color: '#faaa6c', desc: '' },
    ]);
  await expect.poll(() => server.inputsOf('project/tag/list').length).toBeGreaterThan(1);
});

test('sample templates are offered to the owner', async () => {
  const server = serve({ 'project/task/template_list': [], 'project/task/template_save': { id: 2 } });
  const member = await open(<TemplatesDrawer project={project(0)} onClose={vi.fn()} />);
  await member.screen.findByText(/Templates give new tasks/);
  expect(samplesIn(document.body)).toBeNull();
  member.unmount();
  const { screen, user } = await open(<TemplatesDrawer project={project(1)} onClose={vi.fn()} />);
  const box = within(await screen.findByRole('region', { name: 'Examples' }));
  await user.click(box.getByText('Meeting notes'));
  await user.click(box.getByRole('button', { name: 'Add (1)' }));
  await expect
    .poll(() => server.inputsOf('project/task/template_save'))
    .toMatchObject([
      { project_id: 7, name: 'Meeting notes', content: expect.stringMatching(/^<p>Participants:<\/p><p><\/p>/) },
    ]);
});

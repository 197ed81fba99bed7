import type { ProjectTemplate } from '@atrium/contract/projects/projectTemplates.ts';
import { within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { NewProjectModal } from './NewProjectModal.tsx';

afterEach(() => client.drafts.clear());

const sales: ProjectTemplate = {
  id: 'sales',
  name: 'Sales pipeline',
  about: 'Every deal.',
  columns: [
    { name: 'Leads', tasks: [{ name: 'Describe customers', tags: ['Large'], due: 3, subtasks: ['Size'] }] },
    { name: 'Won', tasks: [] },
  ],
  statuses: [
    { name: 'Leads', status: 'start', color: '' },
    { name: 'Won', status: 'end', color: '' },
  ],
  tags: [{ name: 'Large', color: '#51abea' }],
  note: 'Each deal is a card.',
};
const move: ProjectTemplate = { ...sales, id: 'move', name: 'Office move', about: 'A new place.' };

const show = async () => {
  const onDone = vi.fn();
  return { ...(await open(<NewProjectModal onClose={vi.fn()} onDone={onDone} />)), onDone };
};

test('a template is shown before it is used, and gives the project its name unless one is typed', async () => {
  const server = serve({ 'project/template/list': [sales, move], 'project/template/use': { id: 7 } });
  const { screen, user, onDone } = await show();
  await user.click(await screen.findByRole('radio', { name: 'Sales pipeline' }));
  const preview = screen.getByRole('region', { name: 'Preview of Sales pipeline' });
  expect(within(preview).getByText('Describe customers')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: /^Add example tasks/ }));
  expect(within(preview).queryByText('Describe customers')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Sales pipeline' }));
  await user.keyboard('{ArrowDown}');
  expect(screen.getByLabelText<HTMLInputElement>('Project name').value).toBe('Office move');
  await user.type(screen.getByLabelText('Project name'), ' 2027');
  await user.click(screen.getByRole('radio', { name: 'Sales pipeline' }));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => onDone.mock.calls).toEqual([[7]]);
  expect(server.inputsOf('project/template/use')).toEqual([
    { template: 'sales', name: 'Office move 2027', desc: 'Every deal.', examples: false },
  ]);
});

test('a blank project can be created while the templates are missing', async () => {
  const server = serve({ 'project/template/list': refused('Not now.'), 'project/add': { id: 8 } });
  const { screen, user, onDone } = await show();
  await screen.findByText('Not now.');
  await user.type(screen.getByLabelText('Project name'), 'Harbor');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => onDone.mock.calls).toEqual([[8]]);
  server.answers['project/template/list'] = [sales];
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('radio', { name: 'Blank project' });
});

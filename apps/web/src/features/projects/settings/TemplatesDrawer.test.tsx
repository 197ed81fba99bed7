import type { Project } from '@atrium/contract/projects/projects.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { TemplatesDrawer } from './TemplatesDrawer.tsx';

const template = (id: number, name: string, is_default = 0) => ({
  id,
  project_id: 7,
  name,
  title: `${name}: `,
  content: '',
  sort: id,
  is_default,
  userid: 1,
  use_count: 0,
  last_used_at: null,
});

async function drawer(owner: 0 | 1) {
  let list = [template(1, 'First', 1), template(2, 'Bug'), template(3, 'Wish'), template(4, 'Visit')];
  const server = serve({
    'project/task/template_list': () => list,
    'project/task/template_sort': ({ list: ids }: { list: number[] }) => {
      list = [...list].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      return {};
    },
    'project/update': {},
  });
  const project = { id: 7, name: 'Harbour', owner, task_template_share: 'open' } as unknown as Project;
  const { screen, user } = await open(<TemplatesDrawer project={project} onClose={vi.fn()} />);
  const items = await screen.findAllByRole('listitem');
  expect(items).toHaveLength(4);
  const names = () => screen.getAllByRole('listitem').map((item) => /First|Bug|Wish|Visit/.exec(item.textContent)?.[0]);
  return { screen, user, server, names };
}

test('the owner sorts templates; the default one stays first', async () => {
  const { screen, user, server, names } = await drawer(1);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).queryByRole('button', { name: /Move/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Move “Bug” up' })).toHaveProperty('disabled', true);
  await press('Move “Bug” down');
  await expect.poll(names).toEqual(['First', 'Wish', 'Bug', 'Visit']);
  await press('Move “Visit” up');
  await expect.poll(names).toEqual(['First', 'Wish', 'Visit', 'Bug']);
  expect(server.inputsOf('project/task/template_sort')).toEqual([
    { project_id: 7, list: [3, 2, 4] },
    { project_id: 7, list: [3, 4, 2] },
  ]);
  await user.click(screen.getByRole('switch', { name: /other projects/ }));
  await expect.poll(() => server.inputsOf('project/update')).toEqual([{ project_id: 7, task_template_share: 'close' }]);
});

test('other members use templates unchanged', async () => {
  const { screen } = await drawer(0);
  expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByTitle('Drag to reorder')).toBeNull();
});

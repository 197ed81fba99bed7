import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { within } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { LOST, open, serve } from '#testing/stage.tsx';
import { ProjectViews } from '../ProjectViews.tsx';
// It has a chunk of its own, which this test does not wait for.
import '../timeline/Timeline.tsx';

const project = { id: 7, name: 'Harbour', desc: '', owner: 1, task_num: 3, dialog_id: 0 } as unknown as Project;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
const owned = (userid: number) => [{ id: 1, project_id: 7, task_id: 1, task_pid: 1, userid, owner: 1 }];
const put = (id: number, name: string, fields: Partial<Task>) =>
  client.store.base.task.put({
    ...{ id, name, project_id: 7, column_id: 70, parent_id: 0, desc: '', color: '', complete_at: null, start_at: null },
    ...{
      end_at: null,
      created_at: '2026-01-01 00:00:00',
      flow_item_id: 0,
      flow_item_name: '',
      task_user: [],
      task_tag: [],
    },
    ...{ p_level: 0, p_name: '', userid: 1 },
    ...fields,
  } as unknown as Task);

let server: ReturnType<typeof serve>;
afterEach(() => client.queue.stop());
beforeEach(() => {
  client.queue.start();
  localStorage.clear();
  localStorage.setItem('project.view.7', JSON.stringify({ kind: 'timeline' }));
  server = serve({ 'project/tag/list': [], 'system/priority': [], 'project/filter/list': { list: [] } });
  client.store.base.column.put({ id: 70, project_id: 7, name: 'To do', color: '', sort: 1 } as unknown as Column);
  for (const [userid, nickname] of [
    [1, 'Ada'],
    [2, 'Bo'],
  ] as const)
    client.store.base.user.put({ userid, nickname, userimg: '' } as never);
  put(1, 'Order paint', { task_user: owned(1) as Task['task_user'], end_at: inDays(-3) });
  put(2, 'Paint the hall', { task_user: owned(2) as Task['task_user'], end_at: inDays(-3) });
  put(3, 'Wash brushes', { end_at: inDays(9) });
});

function Place() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="search">{search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        go back
      </button>
    </>
  );
}
async function stage(at = '/') {
  const stage = await open(
    <>
      <ProjectViews project={project} isLoaded onTask={vi.fn()} />
      <Place />
    </>,
    { at },
  );
  const { screen } = stage;
  const names = ['Order paint', 'Paint the hall', 'Wash brushes'];
  const shown = () => names.filter((name) => document.querySelector(`[data-bar][title="${name}"]`) !== null);
  return { ...stage, shown, address: () => screen.getByTestId('search').textContent ?? '' };
}

test('conditions are found by typing, combine, are turned around, and stand in the address', async () => {
  const { screen, user, shown, address } = await stage();
  await expect.poll(shown).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const field = await screen.findByRole('combobox');
  await user.type(field, 'over{Enter}');
  await expect.poll(shown).toEqual(['Order paint', 'Paint the hall']);
  await user.type(field, 'owner{Enter}');
  await user.click(await screen.findByRole('option', { name: /Bo/ }));
  await expect.poll(shown).toEqual(['Paint the hall']);
  await user.keyboard('{Escape}');
  expect(screen.getByText('1 of 3 tasks')).toBeTruthy();
  const chip = within(screen.getByRole('group', { name: 'Owner' }));
  await user.click(chip.getByRole('button', { name: 'is' }));
  await expect.poll(shown).toEqual(['Order paint']);
  await expect.poll(() => new URLSearchParams(address()).getAll('f')).toEqual(['due:overdue', 'owner!:2']);
  await user.click(screen.getByRole('button', { name: 'go back' }));
  await expect.poll(shown).toEqual(['Paint the hall']);
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  await expect.poll(shown).toHaveLength(3);
  await expect.poll(address).toBe('');
});

test('an address with a filter is shown as it says, and a view is saved under a name', async () => {
  const { screen, user, shown } = await stage('/?f=owner:1,2&f=tag:nothing&task=0');
  await expect.poll(() => screen.queryByText('No tasks match.') !== null).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Remove filter: Tag' }));
  await expect.poll(shown).toEqual(['Order paint', 'Paint the hall']);
  expect(screen.getByRole('button', { name: 'Ada or Bo' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Taken{Enter}');
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  await expect.poll(shown).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('option', { name: /Taken/ }));
  await expect.poll(shown).toEqual(['Order paint', 'Paint the hall']);
  expect(server.inputsOf('project/filter/save')).toEqual([
    { project_id: 7, list: [{ name: 'Taken', query: 'f=owner%3A1%2C2' }] },
  ]);
});

test('a view saved offline is there after a reload, and the latest list is sent last', async () => {
  server.answers['project/filter/save'] = LOST;
  const save = async (name: string, at: string) => {
    const { screen, user, unmount } = await stage(at);
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), `${name}{Enter}`);
    await expect.poll(() => screen.queryByRole('textbox', { name: 'Name of the view' })).toBeNull();
    unmount();
  };
  await save('Taken', '/?f=owner:1,2');
  // The server does not have it yet.
  await save('Late', '/?f=due:overdue');
  const { screen, user } = await stage();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  for (const name of ['Late', 'Taken'])
    expect(await screen.findByRole('option', { name: new RegExp(name) })).toBeTruthy();
  server.answers['project/filter/save'] = { list: [] };
  client.queue.wake();
  await expect.poll(() => client.queue.unsent()).toEqual([]);
  const sent = server
    .inputsOf('project/filter/save')
    .map(({ list }) => (list as { name: string }[]).map(({ name }) => name));
  expect(sent.slice(-2)).toEqual([['Taken'], ['Late', 'Taken']]);
});

test('saved views come from the server, and those of this browser move there', async () => {
  const kept = { name: 'Of this browser', text: 'brush', conditions: [] };
  localStorage.setItem('project.view.7', JSON.stringify({ kind: 'timeline', saved: [kept] }));
  const late = { name: 'Late', query: 'f=due%3Aoverdue' };
  server.answers['project/filter/list'] = { list: [late] };
  const { screen, user, shown } = await stage();
  await expect
    .poll(() => server.inputsOf('project/filter/save'))
    .toEqual([{ project_id: 7, list: [late, { name: 'Of this browser', query: 'q=brush' }] }]);
  await expect.poll(() => localStorage.getItem('project.view.7')).toContain('"saved":[]');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('option', { name: /Of this browser/ })).toBeTruthy();
  await user.click(screen.getByRole('option', { name: /Late/ }));
  await expect.poll(shown).toEqual(['Order paint', 'Paint the hall']);
});

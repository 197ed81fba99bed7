import { NO_SORTS } from '@atrium/contract/workspace/appSorts.ts';
import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { open, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { FavoritesScreen } from './FavoritesScreen.tsx';

const seen = { id: 5, name: 'Ship', project_id: 7, project_name: 'Dock', parent_id: 0, flow_item_name: '' };
const none = { tasks: [], projects: [], messages: [], files: [] };
const looked = [
  { record_id: 31, type: 'task', source_type: 'project', source_id: 7, ...seen },
  {
    record_id: 32,
    type: 'message_file',
    id: 9,
    name: 'plan.pdf',
    source_type: 'dialog',
    source_id: 3,
    dialog_name: 'Crew',
  },
  { record_id: 33, type: 'file', id: 12, name: 'Notes.md', source_type: 'filesystem', source_id: 4, folder_id: 4 },
];

// covers C7-14
test('recently viewed items are listed, open, and are removed after confirmation', async () => {
  const server = serve({
    'users/favorites': { data: { tasks: [], projects: [], messages: [], files: [] }, last_page: 1 },
    'users/recent/browse': { list: looked, page: 1, page_size: 50, total: 3 },
    'users/recent/delete': {},
    'users/task/browse_clean': { deleted_count: 1 },
  });
  const onTask = vi.fn();
  const onFile = vi.fn();
  const { screen, user } = await open(
    <>
      <FavoritesScreen onTask={onTask} onProject={vi.fn()} onMessage={vi.fn()} onFile={onFile} onBack={vi.fn()} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: /^Ship/ }));
  expect(onTask).toHaveBeenCalledWith(5);
  expect(screen.getByText('Crew')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Notes\.md/ }));
  expect(onFile).toHaveBeenCalledWith(4, 12);
  await user.click(screen.getByRole('button', { name: 'Remove “plan.pdf” from list' }));
  await expect.poll(() => screen.queryByText('plan.pdf')).toBeNull();
  expect(server.inputsOf('users/recent/delete')).toEqual([{ id: 32 }]);
  const clear = () => user.click(screen.getByRole('button', { name: 'Clear list' }));
  await clear();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(server.inputsOf('users/task/browse_clean')).toEqual([]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await clear();
  const modal = await screen.findByRole('dialog');
  await user.click([...modal.querySelectorAll('button')].find((each) => each.textContent === 'Clear list') ?? modal);
  await expect.poll(() => screen.queryByText('Ship')).toBeNull();
  expect(server.inputsOf('users/task/browse_clean')).toEqual([{ keep_count: 0 }]);
  expect(screen.getByText('Tasks and files you open appear here.')).toBeTruthy();
});

test('favorite files and folders open in the file area, and are removed', async () => {
  const kept = { favorited_at: '2026-01-04 10:00:00', remark: '' };
  const file = {
    ...kept,
    remark: 'high',
    id: 12,
    file: { id: 12, pid: 4, name: 'Tides', ext: 'pdf', type: 'pdf', size: 2048 },
  };
  const folder = { ...kept, id: 4, file: { id: 4, pid: 0, name: 'Plans', ext: '', type: 'folder', size: 0 } };
  const data = { tasks: [], projects: [], messages: [], files: [file, folder] };
  const server = serve({
    'users/favorites': { data, last_page: 1 },
    'users/favorite/toggle': { favorited: false, action: 'removed' },
    'users/recent/browse': { list: [], page: 1, page_size: 50, total: 0 },
    'users/favorite/remark': { remark: 'high' },
  });
  const onFile = vi.fn();
  const { screen, user } = await open(
    <FavoritesScreen onTask={vi.fn()} onProject={vi.fn()} onMessage={vi.fn()} onFile={onFile} onBack={vi.fn()} />,
  );
  await user.click(screen.getByRole('tab', { name: 'Files' }));
  await user.click(await screen.findByRole('button', { name: /^Tides\.pdf/ }));
  await user.click(screen.getByRole('button', { name: /^Plans/ }));
  expect(onFile.mock.calls).toEqual([
    [4, 12],
    [4, 0],
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove Tides.pdf from favorites' }));
  await expect.poll(() => screen.queryByText('Tides.pdf')).toBeNull();
  // It comes back with its note.
  act(() => useNotices.getState().list.at(-1)?.action?.run());
  expect(await screen.findByText('Tides.pdf')).toBeTruthy();
  expect(server.inputsOf('users/favorite/toggle')).toHaveLength(2);
  expect(server.inputsOf('users/favorite/remark')).toEqual([{ type: 'file', id: 12, remark: 'high' }]);
});

test('all favorites are grouped by kind; arrows move between them, and an empty list has a first step', async () => {
  const kept = { favorited_at: '2026-01-04 10:00:00', remark: '' };
  const project = { ...kept, id: 7, name: 'Dock', desc: 'By the water', archived_at: null };
  const task = { ...kept, ...seen, flow_item_id: 0, end_at: null, owners: [], complete_at: null, archived_at: null };
  const data = { tasks: [task], projects: [project], messages: [], files: [] };
  const server = serve({
    'users/favorites': ({ type }: { type?: string }) => ({ data: type ? none : data, last_page: 1 }),
    'users/recent/browse': { list: [], page: 1, page_size: 50, total: 0 },
  });
  const { screen, user } = await open(
    <FavoritesScreen onTask={vi.fn()} onProject={vi.fn()} onMessage={vi.fn()} onFile={vi.fn()} onBack={vi.fn()} />,
  );
  (await screen.findByRole('button', { name: /^Dock/ })).focus();
  expect(server.inputsOf('users/favorites')).toEqual([{ page: 1, pagesize: 50 }]);
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
    'Projects',
    'Tasks',
    'Recently viewed',
  ]);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Ship');
  await user.click(screen.getByRole('tab', { name: 'Messages' }));
  expect(await screen.findByRole('button', { name: 'Open messenger' })).toBeTruthy();
});

test('favorites are arranged by keys, menu and dragging, in one order with the sidebar', async () => {
  const kept = (id: number, name: string) => ({ ...task, id, name, favorited_at: `2026-01-0${id} 10:00:00` });
  const project = { id: 7, name: 'Dock', desc: '', archived_at: null, remark: '', favorited_at: '2026-01-01 10:00:00' };
  const task = { ...seen, remark: '', flow_item_id: 0, end_at: null, owners: [], complete_at: null, archived_at: null };
  const data = { ...none, tasks: [kept(6, 'Plant'), kept(5, 'Paint'), kept(4, 'Print')], projects: [project] };
  const server = serve({
    'users/favorites': { data, last_page: 1 },
    'users/recent/browse': { list: [], page: 1, page_size: 50, total: 0 },
    'users/appsort': { sorts: NO_SORTS },
    'users/appsort/save': ({ sorts }: { sorts: object }) => ({ sorts: { ...NO_SORTS, ...sorts } }),
  });
  useNavigation.setState({ favorites: ['task:5', 'file:1', 'task:4'] });
  const { screen, user } = await open(
    <FavoritesScreen onTask={vi.fn()} onProject={vi.fn()} onMessage={vi.fn()} onFile={vi.fn()} onBack={vi.fn()} />,
  );
  const names = () =>
    screen.getAllByRole('button', { name: /^P(?:lant|aint|rint)/ }).map(({ textContent }) => textContent.slice(0, 5));
  const row = (name: RegExp) => screen.getByRole('button', { name });
  const saved = () => server.inputsOf('users/appsort/save').at(-1)?.['sorts'];
  await screen.findByRole('button', { name: /^Plant/ });
  // A new one comes first.
  expect(names()).toEqual(['Plant', 'Paint', 'Print']);
  row(/^Print/).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(names).toEqual(['Plant', 'Print', 'Paint']);
  expect(document.activeElement).toBe(row(/^Print/));
  // Favorites that are not listed here keep their place; those that the order never had follow.
  expect(saved()).toMatchObject({ favorites: ['task:6', 'task:4', 'task:5', 'file:1', 'project:7'] });
  await user.click(screen.getByRole('tab', { name: 'Tasks' }));
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByRole('button', { name: /^Plant/ }) });
  await user.click(await screen.findByRole('menuitem', { name: 'Move down' }));
  await expect.poll(names).toEqual(['Print', 'Plant', 'Paint']);
  const line = (name: RegExp) => row(name).closest('li') as HTMLElement;
  fireEvent.dragStart(line(/^Paint/), { dataTransfer: { setData: () => undefined } });
  fireEvent.drop(line(/^Print/), { clientY: -1 });
  await expect.poll(names).toEqual(['Paint', 'Print', 'Plant']);
  expect(saved()).toMatchObject({ favorites: ['task:5', 'task:4', 'task:6', 'file:1', 'project:7'] });
});

import type { Project } from '@atrium/contract/projects/projects.ts';
import { NO_SORTS } from '@atrium/contract/workspace/appSorts.ts';
import { fireEvent, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { Sidebar } from './Sidebar.tsx';

const project = (id: number, name: string) => client.store.base.project.put({ id, name, top_at: null } as Project);

async function sidebar() {
  client.store.clear();
  useNavigation.setState({ side: [], hidden: [], projects: [], folders: [] });
  for (const [id, name] of [
    [9, 'Website'],
    [8, 'Harbour'],
    [7, 'Island'],
  ] as const)
    project(id, name);
  const server = serve({
    'users/appsort': { sorts: NO_SORTS },
    'users/appsort/save': ({ sorts }: { sorts: object }) => ({ sorts: { ...NO_SORTS, ...sorts } }),
  });
  const stage = await open(<Sidebar />);
  const bar = within(stage.screen.getByRole('navigation', { name: 'Main navigation' }));
  const links = () => bar.getAllByRole('link').map(({ textContent }) => textContent);
  return { ...stage, server, bar, links };
}

test('entries are moved by keys, and hidden by their menu, for all devices', async () => {
  const { user, screen, server, bar, links } = await sidebar();
  expect(links().slice(0, 3)).toEqual(['Dashboard', 'Inbox', 'Calendar']);
  bar.getByRole('link', { name: 'Inbox' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => links().slice(0, 2)).toEqual(['Inbox', 'Dashboard']);
  fireEvent.contextMenu(bar.getByRole('link', { name: 'Reports' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
  await expect.poll(() => bar.queryByRole('link', { name: 'Reports' })).toBeNull();
  const saved = server.inputsOf('users/appsort/save').at(-1)?.['sorts'];
  expect(saved).toMatchObject({ hidden: ['system:report'] });
});

test('unread chats and favorites are listed once they are chosen', async () => {
  const { server, bar } = await sidebar();
  const none = { tasks: [], projects: [], messages: [], files: [] };
  server.answers['users/favorites'] = { data: { ...none, tasks: [{ id: 5, name: 'Paint the hall' }] } };
  const dialog = { type: 'group', group_type: 'user', name: 'Yard', unread: 2, last_at: null, top_at: null };
  client.store.base.dialog.put({ id: 3, silence: 0, mention: 0, mark_unread: 0, hide: 0, ...dialog } as never);
  expect(bar.queryByRole('region', { name: 'Unread' })).toBeNull();
  useNavigation.setState({ side: ['section:unread', 'section:favorites'] });
  const unread = within(await bar.findByRole('region', { name: 'Unread' }));
  expect(unread.getByRole('link').getAttribute('href')).toBe('/manage/messenger?dialog=3');
  const favorites = within(await bar.findByRole('region', { name: 'Favorites' }));
  expect(favorites.getByRole('link').getAttribute('href')).toBe('/?task=5');
});

test('favorites are moved by keys and by dragging, and a new one comes first', async () => {
  const { user, server, bar } = await sidebar();
  const named = (id: number, name: string) => ({ id, name, favorited_at: `2026-01-0${id} 10:00:00` });
  const data = { tasks: [named(5, 'Paint'), named(6, 'Plant')], projects: [named(7, 'Yard')], messages: [], files: [] };
  server.answers['users/favorites'] = { data };
  useNavigation.setState({ side: ['section:favorites'], favorites: ['task:5', 'task:6'] });
  const favorites = within(await bar.findByRole('region', { name: 'Favorites' }));
  const names = () => favorites.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Yard', 'Paint', 'Plant']);
  favorites.getByRole('link', { name: 'Yard' }).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(names).toEqual(['Paint', 'Yard', 'Plant']);
  const row = (name: string) => favorites.getByRole('link', { name }).parentElement as HTMLElement;
  fireEvent.dragStart(row('Plant'), { dataTransfer: { setData: () => undefined } });
  fireEvent.drop(row('Paint'), { clientY: -1 });
  await expect.poll(names).toEqual(['Plant', 'Paint', 'Yard']);
  await expect
    .poll(() => server.inputsOf('users/appsort/save').at(-1)?.['sorts'])
    .toMatchObject({ favorites: ['task:6', 'task:5', 'project:7'] });
});

test('a project goes into a new folder, and another one joins it', async () => {
  const { user, screen, bar, server } = await sidebar();
  fireEvent.contextMenu(bar.getByRole('link', { name: 'Island' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }));
  await user.type(await screen.findByRole('textbox', { name: 'Folder name' }), 'Sea{Enter}');
  const folder = await bar.findByRole('button', { name: 'Sea' });
  fireEvent.contextMenu(bar.getByRole('link', { name: 'Harbour' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to “Sea”' }));
  await expect
    .poll(() => server.inputsOf('users/appsort/save').at(-1)?.['sorts'])
    .toMatchObject({ folders: [{ name: 'Sea', projects: [7, 8] }] });
  await user.click(folder);
  expect(bar.queryByRole('link', { name: 'Island' })).toBeNull();
  expect(bar.getByRole('link', { name: 'Website' })).toBeTruthy();
  await user.click(folder);
});

import { act, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useShortcuts } from '#app/shell/useShortcuts.ts';
import { open, serve } from '#testing/stage.tsx';
import { useCommands } from '#ui/keys/commands.ts';
import { HelpDrawer } from './HelpDrawer.tsx';

function Frame() {
  useShortcuts();
  useCommands([{ id: 'snooze', label: 'Snooze', keys: 's', run: () => {} }]);
  const shown = useOverlays((state) => state.shown);
  return shown === 'help' ? <HelpDrawer /> : null;
}
async function help(identity: string[] = []) {
  serve({});
  act(() => useOverlays.getState().close());
  const stage = await open(<Frame />, { path: '/manage/inbox', me: { identity } });
  await stage.user.keyboard('?');
  const drawer = await stage.screen.findByRole('dialog', { name: 'Help' });
  const here = await within(drawer).findByRole('region', { name: 'On this screen' });
  return { ...stage, drawer: within(drawer), here: within(here) };
}

test('a question mark opens the articles and keys of the screen, and an article leads to others', async () => {
  const { user, drawer, here } = await help();
  expect(here.getAllByRole('button')[0]?.textContent).toBe('Inbox');
  expect(within(drawer.getByRole('region', { name: 'Keys on this screen' })).getByText('Snooze')).toBeTruthy();
  await user.click(here.getByRole('button', { name: 'Inbox' }));
  const title = drawer.getByRole('heading', { name: 'Inbox' });
  expect(document.activeElement).toBe(title);
  expect(drawer.getByRole('img', { name: 'The inbox' })).toBeTruthy();
  // Markdown, once its renderer is loaded.
  expect((await drawer.findByText('Mentions', { selector: 'strong' })).textContent).toBe('Mentions');
  const related = within(drawer.getByRole('region', { name: 'Related' }));
  await user.click(related.getByRole('button', { name: 'Notifications' }));
  expect(drawer.getByRole('heading', { name: 'Notifications' })).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: 'All articles' }));
  expect(drawer.getByRole('region', { name: 'On this screen' })).toBeTruthy();
});

test('help is searched, and articles for administrators are not shown to others', async () => {
  const { user, drawer } = await help();
  expect(drawer.queryByRole('region', { name: 'For administrators' })).toBeNull();
  await user.type(drawer.getByRole('textbox', { name: 'Search help' }), 'snooze tomorrow');
  expect(drawer.getAllByRole('button', { name: /^\w/ }).map(({ textContent }) => textContent)).toContain('Inbox');
  await user.type(drawer.getByRole('textbox', { name: 'Search help' }), ' xylophone');
  expect(drawer.getByText(/No articles match/)).toBeTruthy();
});

test('administrators find their articles too', async () => {
  const { drawer } = await help(['admin']);
  expect(drawer.getByRole('region', { name: 'For administrators' })).toBeTruthy();
});

test('help opens with one article when a command names it', async () => {
  serve({});
  const { screen } = await open(<Frame />, { path: '/manage/dashboard' });
  await act(async () => useOverlays.getState().help('meetings'));
  expect(await screen.findByRole('heading', { name: 'Meetings' })).toBeTruthy();
});

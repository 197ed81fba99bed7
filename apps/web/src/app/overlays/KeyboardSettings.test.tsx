import { act, cleanup, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useShortcuts } from '#app/shell/useShortcuts.ts';
import { sendKeyOf } from '#entities/message/editor/sendKey.ts';
import { SCREENSHOT } from '#entities/message/files/screenshot.ts';
import { cardKeys } from '#entities/task/menu/cardKeys.ts';
import { useNewTask } from '#entities/task/newTask.ts';
import { KeyboardSettings } from '#features/settings/personal/KeyboardSettings.tsx';
import { host } from '#host/browser.ts';
import { open, serve } from '#testing/stage.tsx';
import { useCommands } from '#ui/keys/commands.ts';
import { useOverlays } from './overlays.ts';

function Frame() {
  useShortcuts();
  return <KeyboardSettings />;
}
async function keyboard() {
  serve({});
  const stage = await open(<Frame />, { path: '/manage/setting/keyboard' });
  const keysOf = (name: string) => stage.screen.getByRole('button', { name: new RegExp(`shortcut for ${name}:`) });
  return { ...stage, keysOf };
}

test('a command gets custom keys, effective at once and after a reload, and can be reset', async () => {
  const { user, place, keysOf, screen } = await keyboard();
  await user.click(keysOf('Dashboard'));
  await user.keyboard('gx');
  expect(keysOf('Dashboard').textContent).toBe('g x');
  expect(JSON.parse(localStorage.getItem('shortcuts') ?? '')).toEqual({ dashboard: 'g x' });
  // Choosing keys did not run their commands.
  expect(place()).toBe('/manage/setting/keyboard');
  await act(async () => (document.activeElement as HTMLElement).blur());
  await user.keyboard('gd');
  expect(place()).toBe('/manage/setting/keyboard');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(keysOf('Dashboard').textContent).toBe('g d');
  await act(async () => (document.activeElement as HTMLElement).blur());
  await user.keyboard('gd');
  expect(place()).toBe('/manage/dashboard');
});

test('a single key is accepted after a moment; Escape cancels, Delete clears', async () => {
  const { user, keysOf } = await keyboard();
  await user.click(keysOf('Calendar'));
  await user.keyboard('{Escape}');
  expect(keysOf('Calendar').textContent).toBe('g k');
  await user.click(keysOf('Calendar'));
  await user.keyboard('{Delete}');
  expect(keysOf('Calendar').textContent).toBe('None');
  await user.click(keysOf('Calendar'));
  await user.keyboard('z');
  await waitFor(() => expect(keysOf('Calendar').textContent).toBe('z'));
});

test('keys used by another command, or a prefix of them, are refused', async () => {
  const { user, keysOf, screen } = await keyboard();
  await user.click(keysOf('Calendar'));
  await user.keyboard('gm');
  expect(screen.getByRole('alert').textContent).toBe('g m conflicts with the shortcut for Messenger.');
  expect(keysOf('Calendar').textContent).toBe('g k');
  await user.click(keysOf('Calendar'));
  await user.keyboard('g');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^g conflicts with/));
});

test('the send key is chosen for computers and phones separately; Enter is the default', async () => {
  const { user, screen } = await keyboard();
  expect([sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['enter', 'enter']);
  const desktop = screen.getByRole('radiogroup', { name: 'Send on computers with' });
  await user.click(desktop.querySelectorAll('input')[1] as HTMLInputElement);
  expect([sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['ctrl', 'enter']);
});

test('alternative keys of a command work until custom keys are chosen', async () => {
  const { user, place } = await keyboard();
  await act(async () => (document.activeElement as HTMLElement).blur());
  await user.keyboard('k{Escape}');
  expect(useNewTask.getState().wish).not.toBeNull();
  useNewTask.setState({ wish: null });
  for (const [keys, shown] of [
    ['u', 'group'],
    ['{Control>}b{/Control}', 'project'],
  ] as const) {
    await user.keyboard(`${keys}{Escape}`);
    expect(useOverlays.getState().shown).toBe(shown);
    await act(async () => useOverlays.getState().close());
  }
  await user.keyboard(',');
  expect(place()).toBe('/manage/setting');
  cleanup();
  const again = await keyboard();
  await again.user.click(again.keysOf('New task'));
  await again.user.keyboard('zz');
  await act(async () => (document.activeElement as HTMLElement).blur());
  await again.user.keyboard('k');
  expect(useNewTask.getState().wish).toBeNull();
});

test('card keys are configured here too, also for commands without any', async () => {
  const { user, keysOf, screen } = await keyboard();
  await user.click(keysOf('Rename card'));
  await user.keyboard('rr');
  expect(keysOf('Rename card').textContent).toBe('r r');
  expect(cardKeys('card-rename')).toEqual({ keys: 'r r' });
  await user.click(keysOf('Move card to another column or project'));
  await user.keyboard('{Delete}');
  expect(cardKeys('card-move')).toEqual({});
  expect(screen.queryByRole('button', { name: /shortcut for Sign out:/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Other shortcuts' }));
  await user.click(keysOf('Sign out'));
  await user.keyboard('n');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/New task/));
});

// covers C3-19
test('the screenshot has its own key beside the two send keys, also while typing', async () => {
  vi.spyOn(host, 'canCapture').mockReturnValue(true);
  const shoot = vi.fn();
  function Talk() {
    useCommands([{ id: SCREENSHOT, label: 'Screenshot', run: shoot }]);
    return <textarea aria-label="Words" />;
  }
  serve({});
  const { screen, user } = await open(
    <>
      <Frame />
      <Talk />
    </>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Screenshot' });
  expect([field.value, sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['X', 'enter', 'enter']);
  await user.type(screen.getByRole('textbox', { name: 'Words' }), '{Control>}{Shift>}X{/Shift}{/Control}');
  expect(shoot).toHaveBeenCalledOnce();
  await user.clear(field);
  await user.type(field, '?p');
  expect([field.value, localStorage.getItem('screenshot_key')]).toEqual(['P', 'P']);
  await user.keyboard('{Control>}{Shift>}x{/Shift}{/Control}');
  expect(shoot).toHaveBeenCalledOnce();
  await user.keyboard('{Meta>}{Shift>}p{/Shift}{/Meta}');
  expect(shoot).toHaveBeenCalledTimes(2);
  await user.clear(field);
  await user.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
  expect(shoot).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});

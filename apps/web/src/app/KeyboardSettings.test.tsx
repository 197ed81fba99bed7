import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendKeyOf } from '#entities/message/sendKey.ts';
import { KeyboardSettings } from '#features/settings/KeyboardSettings.tsx';
import { open, serve } from '#testing/stage.tsx';
import { useKeyWishes } from '#ui/keys.ts';
import { useShortcuts } from './useShortcuts.ts';

beforeEach(() => {
  localStorage.removeItem('shortcuts');
  useKeyWishes.setState({ wishes: {} });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('shortcuts');
  localStorage.removeItem('send_button_desktop');
  useKeyWishes.setState({ wishes: {} });
});

function Frame() {
  useShortcuts();
  return <KeyboardSettings />;
}
async function keyboard() {
  serve({});
  const stage = await open(<Frame />, { path: '/manage/setting/keyboard' });
  const keysOf = (name: string) => stage.screen.getByRole('button', { name: new RegExp(`keys of ${name}:`) });
  return { ...stage, keysOf };
}

test('a command gets other keys, which work at once and after a reload, and its own again', async () => {
  const { user, place, keysOf, screen } = await keyboard();
  await user.click(keysOf('Dashboard'));
  await user.keyboard('gx');
  expect(keysOf('Dashboard').textContent).toBe('g x');
  expect(JSON.parse(localStorage.getItem('shortcuts') ?? '')).toEqual({ dashboard: 'g x' });
  // Choosing them did nothing but choose them.
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

test('one key alone is taken after a moment; Escape leaves the keys, Delete takes them away', async () => {
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

test('keys that another command has, or begins with, are refused', async () => {
  const { user, keysOf, screen } = await keyboard();
  await user.click(keysOf('Calendar'));
  await user.keyboard('gm');
  expect(screen.getByRole('alert').textContent).toBe('g m cannot be told from the keys of Messenger.');
  expect(keysOf('Calendar').textContent).toBe('g k');
  await user.click(keysOf('Calendar'));
  await user.keyboard('g');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^g cannot be told/));
});

test('which key sends is chosen for computers and phones apart; Enter unless somebody chooses', async () => {
  const { user, screen } = await keyboard();
  expect([sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['enter', 'enter']);
  const desktop = screen.getByRole('radiogroup', { name: 'On computers, send with' });
  await user.click(desktop.querySelectorAll('input')[1] as HTMLInputElement);
  expect([sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['ctrl', 'enter']);
});

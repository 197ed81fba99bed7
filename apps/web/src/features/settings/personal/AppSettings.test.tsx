import { act } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { host } from '#host/browser.ts';
import { listenToInstall } from '#host/install.ts';
import { ShellRefused } from '#host/shell.ts';
import { open } from '#testing/stage.tsx';
import { AppSettings } from './AppSettings.tsx';
import { ThemeSettings } from './ThemeSettings.tsx';

listenToInstall();

test('a browser that offers it installs the application, others say where its menu has it', async () => {
  const { screen, user } = await open(<AppSettings />);
  expect(screen.getByText(/Open your browser’s menu/)).toBeTruthy();
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  await act(async () => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  // An offer is used up by one answer.
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});

test('the browser is asked to keep the data, and a refusal says what helps', async () => {
  let isGranted = false;
  const storage = { persisted: async () => false, persist: vi.fn(async () => isGranted) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage }));
  const { screen, user } = await open(<AppSettings />);
  const ask = await screen.findByRole('button', { name: 'Keep on this device' });
  await user.click(ask);
  expect(await screen.findByText('Your browser declined. Install Atrium, then try again.')).toBeTruthy();
  isGranted = true;
  await user.click(ask);
  expect(await screen.findByText('Kept on this device, even when space is low.')).toBeTruthy();
});

const SETTINGS = {
  ...{ start_at_login: false, screenshot_key: '', lock: false },
  ...{ can_start: true, can_lock: true, can_key: true },
};

test('what a shell can set is set there; a refusal leaves it as it was', async () => {
  vi.spyOn(host, 'canSet').mockReturnValue(true);
  vi.spyOn(host, 'readSettings').mockResolvedValue(SETTINGS);
  const save = vi.spyOn(host, 'saveSettings').mockResolvedValue();
  const { screen, user } = await open(<AppSettings />);
  await user.click(await screen.findByRole('switch', { name: 'Open when you sign in to your computer' }));
  expect(save).toHaveBeenLastCalledWith({ start_at_login: true, screenshot_key: '', lock: false });
  await user.type(screen.getByRole('textbox', { name: 'Screenshot from any app' }), 's');
  expect(save).toHaveBeenLastCalledWith({ start_at_login: true, screenshot_key: 'S', lock: false });
  save.mockRejectedValue(new ShellRefused('denied'));
  const lock = screen.getByRole<HTMLInputElement>('switch', { name: 'Lock the app' });
  await user.click(lock);
  await expect.poll(() => lock.checked).toBe(false);
  // Canceling the question for a fingerprint is no failure.
  expect(screen.queryByText(/Couldn’t reach the app/)).toBeNull();
  save.mockRejectedValue(new ShellRefused('failed'));
  await user.click(lock);
  expect(await screen.findByText('Couldn’t reach the app. Restart it and try again.')).toBeTruthy();
});

test('a shell keeps its data without a question about a browser', async () => {
  const storage = { persisted: async () => false };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage }));
  Object.assign(host, { kind: 'desktop' });
  onTestFinished(() => void Object.assign(host, { kind: 'browser' }));
  const { screen } = await open(<AppSettings />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('button', { name: 'Keep on this device' })).toBeNull();
});

test('a shell switches to another of its servers, or asks for one', async () => {
  vi.spyOn(host, 'canChooseServer').mockReturnValue(true);
  const own = { url: location.origin, name: 'Own', unread: 0 };
  vi.spyOn(host, 'listServers').mockResolvedValue([own, { url: 'https://b.example', name: 'Team B', unread: 2 }]);
  const swap = vi.spyOn(host, 'switchServer').mockReturnValue();
  const choose = vi.spyOn(host, 'chooseServer').mockReturnValue();
  const { screen, user } = await open(<AppSettings />);
  await user.click(await screen.findByRole('button', { name: 'Switch to Team B' }));
  expect(swap).toHaveBeenCalledWith('https://b.example');
  expect(screen.queryByRole('button', { name: 'Switch to Own' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose a server' }));
  expect(choose).toHaveBeenCalledOnce();
});

// covers C8-10
test('a browser that does not report its theme gets a message', async () => {
  const media = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('prefers-color-scheme') ? Object.assign(media(query), { media: 'not all' }) : media(query),
  );
  const { screen } = await open(<ThemeSettings />);
  expect(screen.getByRole('alert').textContent).toBe('This browser doesn’t report the system theme.');
});

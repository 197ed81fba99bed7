import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { host } from '#host/browser.ts';
import { open, serve } from '#testing/stage.tsx';
import { UpdateModal } from './UpdateModal.tsx';
import { showWebUpdate } from './update.ts';
import { useShellUpdate } from './useShellUpdate.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-03-01T09:00:00Z');

function Frame() {
  useShellUpdate();
  return <UpdateModal />;
}

/** A desktop client of version 1.2.0, and the release notes that it gets. */
async function desktop(update: { version: string; notes: string } | null, isMac = false) {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'], now: NOW });
  let activate = () => {};
  let announce = (_update: { version: string; notes: string }) => {};
  vi.spyOn(host, 'canUpdate').mockReturnValue(true);
  vi.spyOn(host, 'restartsToUpdate').mockReturnValue(isMac);
  vi.spyOn(host, 'info').mockResolvedValue({ version: '1.2.0' } as never);
  vi.spyOn(host, 'onActive').mockImplementation((run) => {
    activate = run;
    return () => {};
  });
  vi.spyOn(host, 'onUpdate').mockImplementation((run) => {
    announce = run;
    return () => {};
  });
  const find = vi.spyOn(host, 'findUpdate').mockResolvedValue(update);
  const install = vi.spyOn(host, 'installUpdate').mockReturnValue();
  const stage = await open(<Frame />);
  return {
    ...{ ...stage, find, install },
    activate: () => act(async () => activate()),
    announce: (found: { version: string; notes: string }) => act(async () => announce(found)),
  };
}

// covers A2-58, A4-07
test('a newer shell is offered with both versions and its notes, now or later', async () => {
  const { screen, user, install } = await desktop({ version: '1.10.0', notes: '## 1.10.0\n\nFaster **start**' });
  const modal = await screen.findByRole('dialog', { name: 'Update available' });
  expect(modal.textContent).toContain('Version 1.10.0 is available. You have version 1.2.0.');
  expect(screen.getByRole('region', { name: 'What’s new' }).textContent).toContain('Faster start');
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(install).not.toHaveBeenCalled();
});

// covers A2-58, A4-07
test('updating now installs it; a Mac is restarted for that', async () => {
  const { screen, user, install } = await desktop({ version: '2.0.0', notes: '' }, true);
  await screen.findByText('No release notes.');
  expect(screen.queryByRole('button', { name: 'Update now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restart to update' }));
  expect(install).toHaveBeenCalledOnce();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

// covers A4-08
test('notes with the version and the silent mark show nothing; nor does the same or an older version', async () => {
  const { screen, announce } = await desktop({ version: '1.3.0', notes: 'Small fixes <!-- 1.3.0-silent -->' });
  await announce({ version: '1.2.0', notes: 'same' });
  await announce({ version: '1.1.9', notes: 'older' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await announce({ version: '1.4.0', notes: 'After <!-- 1.3.0-silent -->' });
  expect(await screen.findByText(/Version 1.4.0 is available/)).toBeTruthy();
});

// covers A4-09
test('it looks for updates at most once a day, when it is in front', async () => {
  const { find, activate } = await desktop(null);
  expect(find).toHaveBeenCalledTimes(1);
  await activate();
  vi.setSystemTime(NOW + DAY_MS - 1000);
  await activate();
  expect(find).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW + DAY_MS + 1000);
  await activate();
  await activate();
  expect(find).toHaveBeenCalledTimes(2);
});

test('a new version of the web client shows its release notes before it reloads', async () => {
  serve({
    'system/version': { version: '1.1.0', publish: {} },
    'system/get/updatelog': { logVersion: '1.1.0', updateLog: '## [1.1.0]\n\nNewest\n\n## [1.0.0]\n\nOld' },
  });
  const install = vi.fn();
  const { screen, user } = await open(<UpdateModal />);
  await act(() => showWebUpdate(install));
  const modal = await screen.findByRole('dialog');
  expect(modal.textContent).toContain('Version 1.1.0 is available. You have version 1.0.0.');
  expect(modal.textContent).toContain('Newest');
  expect(modal.textContent).not.toContain('Old');
  await user.click(screen.getByRole('button', { name: 'Update now' }));
  expect(install).toHaveBeenCalledOnce();
});

import { expect, test, vi } from 'vitest';
import { notesOf, type Updater, Updates } from './updates.ts';

const around = { onInstall: () => {}, onFail: () => {} };

function updater(version: string, releaseNotes?: unknown) {
  const made = {
    autoDownload: true,
    checkForUpdates: vi.fn(async () => ({ updateInfo: { version, releaseNotes } })),
    downloadUpdate: vi.fn(async () => undefined),
    quitAndInstall: vi.fn(),
  };
  return made satisfies Updater;
}

test('nothing is downloaded before the person agrees, then it is installed', async () => {
  const found = updater('1.3.0', 'New');
  const steps: string[] = [];
  found.quitAndInstall.mockImplementation(() => steps.push('quit'));
  const updates = new Updates(found, '1.2.0', { ...around, onInstall: () => steps.push('windows may close') });
  expect(await updates.look()).toEqual({ version: '1.3.0', notes: 'New' });
  expect([found.autoDownload, found.downloadUpdate.mock.calls.length]).toEqual([false, 0]);
  updates.install();
  await vi.waitFor(() => expect(steps).toEqual(['windows may close', 'quit']));
});

test('the same version, and a build that is not installed, offer nothing; a failed download is reported', async () => {
  expect(await new Updates(updater('1.2.0'), '1.2.0', around).look()).toEqual({ version: '', notes: '' });
  expect(await new Updates(null, '1.2.0', around).look()).toEqual({ version: '', notes: '' });
  const broken = updater('1.3.0');
  broken.downloadUpdate.mockRejectedValue(new Error('no network'));
  const onFail = vi.fn();
  const updates = new Updates(broken, '1.2.0', { ...around, onFail });
  await updates.look();
  updates.install();
  await vi.waitFor(() => expect(onFail).toHaveBeenCalledExactlyOnceWith('1.3.0'));
  expect(broken.quitAndInstall).not.toHaveBeenCalled();
});

test('release notes are a text, or one for each version since', () => {
  expect(notesOf([{ version: '1', note: 'One' }, { version: '2', note: null }, { note: 'Two' }])).toBe('One\n\nTwo');
  expect(notesOf(undefined)).toBe('');
  expect(notesOf('x'.repeat(200_000))).toHaveLength(100_000);
});

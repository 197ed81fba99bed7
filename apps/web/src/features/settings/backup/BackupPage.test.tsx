import type { Profile } from '@atrium/contract/people/profile.ts';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { BackupPage } from './BackupPage.tsx';

const done = {
  id: 2,
  status: 'done',
  started_at: '2026-11-25 03:00:00',
  ended_at: '2026-11-25 03:01:00',
  place: '/srv/backups',
  name: '2026-11-25T03-00-00Z',
  rows: 2682,
  files: 34,
  bytes: 400_000,
  copied: 0,
  problems: 0,
  error: '',
};
const failed = { ...done, id: 1, status: 'failed', error: 'There is no space left' };
const setting = {
  open: 'close',
  time: '03:00',
  keep: 14,
  place: 'server',
  bucket: '',
  key_id: '',
  has_secret: false,
  is_reminded: true,
  server_place: '/srv/backups',
};

test('backups are turned on, and the latest ones are shown with their outcome', async () => {
  const saved: unknown[] = [];
  let started = 0;
  serve({
    'system/backup': () => ({ is_running: false, list: [done, failed] }),
    'system/backup/run': () => {
      started++;
      return {};
    },
    'system/setting/backup': (input: unknown) => {
      const { type, ...change } = input as { type?: string };
      if (type !== 'save') return setting;
      saved.push(change);
      return { ...setting, ...change };
    },
  });
  const { screen, user } = await open(<BackupPage />, {
    path: '/manage/setting/backup',
    me: { identity: ['admin'] } as Partial<Profile>,
  });
  await screen.findByText('There is no space left');
  expect(screen.getByText(/2,682 rows, 34 files/)).toBeTruthy();
  await user.click(screen.getByLabelText('Back up daily'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => saved).toMatchObject([{ open: 'open', place: 'server' }]);
  expect(saved[0]).not.toHaveProperty('secret');
  await user.click(screen.getByRole('button', { name: 'Back up now' }));
  await expect.poll(() => started).toBe(1);
});

test('without a backup there is a reminder, which can be turned off', async () => {
  const saved: unknown[] = [];
  serve({
    'system/backup': () => ({ is_running: false, list: [failed] }),
    'system/setting/backup': (input: unknown) => {
      const { type, ...change } = input as { type?: string };
      if (type !== 'save') return setting;
      saved.push(change);
      return { ...setting, is_reminded: false };
    },
  });
  const { screen, user } = await open(<BackupPage />, {
    path: '/manage/setting/backup',
    me: { identity: ['admin'] } as Partial<Profile>,
  });
  await user.click(await screen.findByRole('button', { name: 'Don’t remind' }));
  await expect.poll(() => screen.queryByText(/reminded every two days/)).toBeNull();
  expect(saved).toEqual([{ open: 'close' }]);
});

import type { Profile } from '@atrium/contract/people/profile.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { StatusPage } from './StatusPage.tsx';

const node = { version: '1.0.0', started_at: '2026-11-02 09:00:00', is_self: false, is_leader: false, online: 3 };

test('the status page says what does not work and what to do, lists the servers, and is asked again', async () => {
  const database = { name: 'database', state: 'ok', text: 'PostgreSQL 18.4 answers in 2 ms.' };
  let answer: unknown = {
    state: 'bad',
    checks: [database, { name: 'storage', state: 'bad', text: 'Files can’t be stored: the disk is full' }],
    nodes: [
      { ...node, id: 'a', address: 'http://10.0.0.5:8080', is_leader: true },
      { ...node, id: 'b', address: 'http://10.0.0.6:8080', is_self: true },
    ],
  };
  serve({ 'system/status': () => answer });
  const { screen, user } = await open(<StatusPage />, {
    path: '/manage/setting/status',
    me: { identity: ['admin'] } as Partial<Profile>,
  });
  await screen.findByText('Something doesn’t work.');
  const row = screen.getByText('Files').closest('li') as HTMLElement;
  expect(within(row).getByRole('img').getAttribute('aria-label')).toBe('Error');
  expect(row.textContent).toContain('the disk is full');
  const [first, second] = [/10\.0\.0\.5/, /10\.0\.0\.6/].map((at) => screen.getByText(at).closest('li'));
  expect(first?.textContent).toContain('Leader');
  expect(second?.textContent).toContain('This server');
  answer = {
    state: 'ok',
    checks: [database],
    nodes: [{ ...node, id: '', address: '', is_self: true, is_leader: true }],
  };
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('Everything works.');
  expect(screen.getByText('Server')).toBeTruthy();
});

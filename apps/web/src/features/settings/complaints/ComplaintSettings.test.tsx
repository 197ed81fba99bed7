import type { Profile } from '@atrium/contract/people/profile.ts';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { ComplaintSettings } from './ComplaintSettings.tsx';

const complaint = {
  id: 4,
  userid: 1,
  dialog_id: 9,
  dialog_name: 'Market',
  msg_id: 30,
  msg_userid: 2,
  msg_text: 'Buy <b>coins</b>',
  type: 60,
  reason: 'Every day',
  pictures: [{ token: 'a', name: 'proof.png', width: 4, height: 3, url: '', thumb: '' }],
  status: 0,
  handled_by: 0,
  handled_at: null,
  created_at: '2026-11-03 10:00:00',
};

test('an administrator reads a report, opens its message and marks it as handled', async () => {
  let list = [complaint];
  const server = serve({
    'complaint/lists': () => ({ data: list, last_page: 1, total: list.length }),
    'complaint/action': () => {
      list = [];
      return {};
    },
  });
  const { screen, user } = await open(<ComplaintSettings />, { me: { identity: ['admin'] } as Partial<Profile> });
  expect(await screen.findByText('Every day')).toBeTruthy();
  expect(screen.getByText('Spam')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'proof.png' })).toBeTruthy();
  // The words of others are text.
  expect(screen.getByText('Buy <b>coins</b>')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/manage/messenger?dialog=9&msg=30');
  await user.click(screen.getByRole('button', { name: 'Mark as handled' }));
  expect(await screen.findByText('No open reports.')).toBeTruthy();
  expect(server.inputsOf('complaint/action')).toEqual([{ id: 4, type: 'handle' }]);
});

import { expect, test } from 'vitest';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { client } from '#sync/session.ts';

test('state left by a test in stores, workspace and browser', () => {
  useMeeting.setState({ inside: '12345678901' });
  client.store.base.user.put({ userid: 7, nickname: 'Left behind' } as never);
  client.drafts.write('7', '<p>left behind</p>');
  localStorage.setItem('token', 'left behind');
});

test('… is cleared before the next test', () => {
  expect(useMeeting.getState().inside).toBe('');
  expect(client.store.get('user', 7)).toBeUndefined();
  expect(client.drafts.content('7')).toBe('');
  expect(localStorage.getItem('token')).toBeNull();
});

import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { fakeMedia } from '#testing/fakeMedia.ts';
import { open, serve } from '#testing/stage.tsx';
import { MeetingRoute } from './MeetingRoute.tsx';

const at = async (address: string, isSingle = false) => {
  fakeMedia();
  serve({});
  const base = isSingle ? '/single/meeting' : '/meeting';
  return open(<MeetingRoute isSingle={isSingle} />, {
    path: `${base}/:meetingId?/:sharekey?`,
    at: `${base}${address}`,
  });
};

// covers A2-04, C2-02
test('an invite link asks for a name; a number alone opens the form, or the sign-in', async () => {
  const guest = await at('/12345678901/code');
  expect(guest.screen.getByRole('textbox', { name: 'Your name' })).toBeTruthy();
  guest.unmount();
  const stranger = await at('/12345678901');
  expect(stranger.place()).toBe('/login');
  stranger.unmount();
  const odd = await at('/abc/code');
  expect(odd.screen.queryByRole('textbox')).toBeNull();
  odd.unmount();
  localStorage.setItem('token', 't');
  const member = await at('/12345678901');
  expect(member.place()).toBe('/manage/dashboard');
  expect(useMeeting.getState().wish).toEqual({ kind: 'join', meetingid: '12345678901' });
});

// covers C2-02
test('a separate window opens the form, and again by its button', async () => {
  localStorage.setItem('token', 't');
  const { screen, user } = await at('/12345678901', true);
  expect(useMeeting.getState().wish).toEqual({ kind: 'join', meetingid: '12345678901' });
  act(() => useMeeting.setState({ wish: null }));
  await user.click(screen.getByRole('button', { name: 'Join meeting' }));
  expect(useMeeting.getState().wish).toEqual({ kind: 'join', meetingid: '12345678901' });
  act(() => useMeeting.setState({ wish: null, inside: '12345678901' }));
  expect(screen.queryByRole('button', { name: 'Join meeting' })).toBeNull();
});

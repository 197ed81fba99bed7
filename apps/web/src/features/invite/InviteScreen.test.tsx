import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { InviteScreen } from './InviteScreen.tsx';

const project = { id: 8, name: 'Harbour', desc: 'New cranes', owner_userid: 2, project_user: [] };
const path = '/manage/project/invite/:inviteId?';
const at = '/manage/project/invite/abc';

// covers A2-36, A2-38, A2-40, A2-41, A4-11, A7-15, A7-16
test('an invite names the project, and joining opens it', async () => {
  const server = serve({
    'project/invite/info': { already: false, num: 0, project },
    'project/invite/join': { already: true, num: 1, project },
  });
  const { screen, user, place } = await open(<InviteScreen />, { path, at });
  expect(screen.getByRole('heading', { name: 'Harbour' })).toBeTruthy();
  expect(screen.getByText('New cranes')).toBeTruthy();
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Join project', 'Cancel']);
  await user.click(screen.getByRole('button', { name: 'Join project' }));
  await waitFor(() => expect(place()).toBe('/manage/project/8'));
  expect(server.asked).toEqual([
    ['project/invite/info', { code: 'abc' }],
    ['project/invite/join', { code: 'abc' }],
  ]);
});

// covers A2-36, A2-39, A2-41
test('the code may be in the query; members see that they have already joined', async () => {
  const server = serve({ 'project/invite/info': { already: true, num: 3, project: { ...project, desc: '' } } });
  const { screen, user, place } = await open(<InviteScreen />, { path, at: '/manage/project/invite?code=xyz' });
  expect(server.inputsOf('project/invite/info')).toEqual([{ code: 'xyz' }]);
  expect(screen.getByText('No description')).toBeTruthy();
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Joined', 'Close']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(place()).toBe('/manage/dashboard');
});

// covers A2-37, A8-08
test('an unknown code is reported as invalid', async () => {
  serve({
    'project/invite/info': refused('The invite address does not exist or has been deleted!'),
  });
  const { screen } = await open(<InviteScreen />, { path, at });
  expect(await screen.findByText('The invite address does not exist or has been deleted!')).toBeTruthy();
  expect(screen.getByText(/ask the person who sent it/)).toBeTruthy();
  expect(screen.queryByText('Harbour')).toBeNull();
});

test('while invite links are turned off, nobody is sent for a new one', async () => {
  serve({ 'project/invite/info': refused('Invite links are turned off.', 0, { code: 'invite.closed' }) });
  const { screen } = await open(<InviteScreen />, { path, at });
  expect(await screen.findByText('Invite links are turned off.')).toBeTruthy();
  expect(screen.queryByText(/ask the person who sent it/)).toBeNull();
});

// covers A8-09
test('when joining fails, a modal shows the reason and the invite stays', async () => {
  serve({
    'project/invite/info': { already: false, num: 0, project },
    'project/invite/join': refused('The project is full.'),
  });
  const { screen, user, place } = await open(<InviteScreen />, { path, at });
  await user.click(screen.getByRole('button', { name: 'Join project' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The project is full.');
  expect(screen.getByRole('heading', { name: 'Harbour' })).toBeTruthy();
  expect(place()).toBe(at);
});

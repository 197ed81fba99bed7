import type { UserBasic } from '@atrium/contract/people/users.ts';
import { act, fireEvent, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestMeeting, useMeeting } from '#entities/meeting/meeting.ts';
import { client } from '#sync/session.ts';
import { entered, entry, fakeMedia, type Media, participant } from '#testing/fakeMedia.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { useProblem } from '#ui/overlays/problem.ts';
import { GuestScreen } from './GuestScreen.tsx';
import { Meetings } from './Meetings.tsx';
import { leaveMeeting } from './meetings.actions.ts';

let media: Media;
let server: ReturnType<typeof serve>;
beforeEach(() => {
  media = fakeMedia();
  server = serve({ 'users/meeting/open': entry, 'users/meeting/link': 'http://x/meeting/1/c' });
  for (const [userid, nickname] of [[1, 'Ada'] as const, [2, 'Bo'] as const])
    client.store.base.user.put({ userid, nickname, email: '', userimg: '', bot: 0 } as unknown as UserBasic);
});
afterEach(() => {
  act(leaveMeeting);
});

const me = participant(entry.uid, 'Ada');
const bo = participant(9543212, 'Bo');
const cleo = participant(888880001, 'Cleo', { userid: 0, audio: false });

/** Opens the room with these people. */
async function inside(people = [me, bo]) {
  const stage = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'join', meetingid: entry.meetingid }));
  await stage.user.click(await stage.screen.findByRole('button', { name: 'Join' }));
  await stage.screen.findByRole('button', { name: 'Leave' });
  await media.socket().deliver(entered(people));
  return stage;
}
const notices = () => useNotices.getState().list.map((notice) => notice.text);
const tiles = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
  screen.getAllByRole('listitem').map((each) => each.getAttribute('aria-label'));

// covers C5-16, C3-21, C5-12
test('a new meeting has a topic and invitees, with microphone on and camera off', async () => {
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'create', userids: [2] }));
  const topic = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Topic' });
  expect(topic.maxLength).toBe(50);
  // The placeholder is the name of a meeting without a topic.
  expect(topic.placeholder).toBe('Ada’s meeting');
  await user.type(topic, 'Harbour talk');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Microphone' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Camera' }).checked).toBe(false);
  expect(media.given.map((track) => track.kind)).toEqual(['audio']);
  await user.click(screen.getByRole('switch', { name: 'Camera' }));
  await screen.findByLabelText('Camera preview');
  await user.click(screen.getByRole('button', { name: 'Start meeting' }));
  await screen.findByRole('button', { name: 'Leave' });
  expect(server.inputsOf('users/meeting/open')).toEqual([{ type: 'create', name: 'Harbour talk', userids: [2] }]);
  // Devices that were on in the form are on in the room.
  expect(media.given.map((track) => track.readyState)).toEqual(['live', 'live']);
  expect(media.socket().said[0]).toEqual({ type: 'enter', ticket: 'first', audio: true, camera: true, screen: false });
});

test('noise is reduced until it is turned off; a background is blurred where the system can', async () => {
  const { mediaDevices } = navigator;
  const original = mediaDevices.getUserMedia.bind(mediaDevices);
  const asked = vi.spyOn(mediaDevices, 'getUserMedia');
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'create' }));
  const noise = await screen.findByRole('switch', { name: /^Reduce background noise/ });
  expect(asked.mock.lastCall?.[0]).toMatchObject({ audio: { noiseSuppression: true } });
  await user.click(noise);
  await expect.poll(() => asked.mock.lastCall?.[0]).toMatchObject({ audio: { noiseSuppression: false } });
  await user.click(screen.getByRole('switch', { name: 'Camera' }));
  await screen.findByLabelText('Camera preview');
  // A system that cannot blur offers no switch.
  expect(screen.queryByRole('switch', { name: 'Blur background' })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Camera' }));
  const applied = vi.fn(async () => undefined);
  asked.mockImplementation(async (wanted) => {
    const stream = await original(wanted);
    for (const track of stream.getTracks())
      Object.assign(track, { getCapabilities: () => ({ backgroundBlur: [false, true] }), applyConstraints: applied });
    return stream;
  });
  await user.click(screen.getByRole('switch', { name: 'Camera' }));
  await user.click(await screen.findByRole('switch', { name: 'Blur background' }));
  await expect.poll(() => applied.mock.lastCall).toMatchObject([{ backgroundBlur: true }]);
  // Also the next time.
  expect(localStorage.getItem('meeting.blur')).toBe('on');
});

test('a camera whose background cannot be blurred is turned off instead of showing it, and the reason is given', async () => {
  // A browser that could, if it found the worker: jsdom has none.
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null;
    },
  );
  Object.defineProperty(HTMLCanvasElement.prototype, 'captureStream', { configurable: true, value: () => null });
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'create' }));
  await user.click(await screen.findByRole('switch', { name: 'Camera' }));
  await user.click(await screen.findByRole('switch', { name: /^Blur background/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('This camera can’t blur the background now.');
  expect(screen.queryByLabelText('Camera preview')).toBeNull();
  expect(media.given.filter((each) => each.kind !== 'audio').map((each) => each.readyState)).toEqual([
    'ended',
    'ended',
  ]);
  // The next time the person decides again.
  expect(localStorage.getItem('meeting.blur')).toBeNull();
});

test('leaving during the camera prompt releases the camera', async () => {
  const { screen, user } = await inside();
  const camera = await navigator.mediaDevices.getUserMedia({ video: true });
  let allow: (stream: MediaStream) => void = () => undefined;
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise((resolve) => (allow = resolve)));
  await user.click(screen.getByRole('button', { name: 'Turn camera on' }));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await act(async () => allow(camera));
  expect(media.given.map((track) => track.readyState)).toEqual(['ended', 'ended']);
});

// covers C5-13
test('the creator of a meeting cannot be removed from it', async () => {
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'create', userids: [2] }));
  const people = await screen.findByRole('group', { name: 'Invite people' });
  expect(people.textContent).toContain('Ada');
  // Only Bo can be removed.
  const remove = people.querySelectorAll('.mantine-Pill-remove');
  expect(remove).toHaveLength(1);
  await user.click(remove[0] as Element);
  expect(people.textContent).not.toContain('Bo');
});

// covers C8-11
test.for([
  ['NotAllowedError', 'Microphone access is blocked. Allow it next to the address bar and try again.'],
  ['NotFoundError', 'No microphone found.'],
  ['NotReadableError', 'Another app is using the microphone.'],
  ['UnknownError', 'Couldn’t start the microphone. Check that it’s connected, then try again.'],
] as const)('a microphone that fails shows the reason: %s', async ([name, words]) => {
  media.refuse(name);
  const { screen } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'join' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Microphone' }).checked).toBe(false);
});

// covers C8-11
test('a refused meeting shows the error and keeps the choices; closing releases the devices', async () => {
  server.answers['users/meeting/open'] = refused('This meeting has ended.');
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'join' }));
  await user.click(await screen.findByRole('button', { name: 'Join' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a meeting ID.');
  await user.type(screen.getByRole('textbox', { name: 'Meeting ID' }), '123 456-78901');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await expect.poll(() => screen.getByRole('alert').textContent).toBe('This meeting has ended.');
  expect(server.inputsOf('users/meeting/open')).toEqual([{ type: 'join', meetingid: '12345678901' }]);
  expect(media.given[0]?.readyState).toBe('live');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(media.given[0]?.readyState).toBe('ended');
});

// covers C2-16, C3-23
test('everybody has a tile, oneself last, guests marked; joins and leaves are announced', async () => {
  const { screen } = await inside([me, bo, cleo]);
  expect(tiles(screen)).toEqual(['Bo', 'Cleo (guest), Microphone off', 'Ada (you)']);
  await media.socket().deliver({ type: 'media', person: { ...bo, audio: false } });
  expect(tiles(screen)[0]).toBe('Bo, Microphone off');
  await media.socket().deliver({ type: 'left', uid: cleo.uid });
  expect(screen.getByRole('log').textContent).toBe('Cleo (guest) left');
  await media.socket().deliver({ type: 'came', person: participant(9111113, 'Dee') });
  expect(screen.getByRole('log').textContent).toBe('Dee joined');
  expect(tiles(screen)).toHaveLength(3);
});

test('a guest who uses a member’s name is marked, however long the name', async () => {
  const name = 'Bo'.padEnd(30, '.');
  const { screen } = await inside([me, { ...bo, nickname: name }, { ...cleo, nickname: name, screen: true }]);
  const marked = screen.getAllByRole('listitem').filter((each) => within(each).queryByText('Guest'));
  expect(marked.map((each) => each.getAttribute('aria-label'))).toEqual([
    `${name} (guest)’s screen`,
    `${name} (guest), Microphone off`,
  ]);
});

// covers C2-17
test('M and C toggle microphone and camera, and others see it', async () => {
  const { screen, user } = await inside();
  const said = () => media.socket().said.at(-1);
  await user.keyboard('m');
  expect(said()).toEqual({ type: 'media', audio: false, camera: false, screen: false });
  expect(media.given[0]?.enabled).toBe(false);
  expect(tiles(screen).at(-1)).toBe('Ada (you), Microphone off');
  await user.keyboard('m');
  expect([said(), media.given[0]?.enabled]).toEqual([
    { type: 'media', audio: true, camera: false, screen: false },
    true,
  ]);
  await user.keyboard('c');
  await screen.findByRole('button', { name: 'Turn camera off' });
  expect(said()).toMatchObject({ camera: true });
  await user.keyboard('c');
  expect(media.given[1]?.readyState).toBe('ended');
  expect(said()).toMatchObject({ camera: false });
  // An unplugged camera counts as off.
  await user.keyboard('c');
  await screen.findByRole('button', { name: 'Turn camera off' });
  await act(async () => void media.given[2]?.dispatchEvent(new Event('ended')));
  expect(screen.getByRole('button', { name: 'Turn camera on' })).toBeTruthy();
  media.refuse('NotReadableError');
  await user.keyboard('c');
  await expect.poll(notices).toContain('Another app is using the camera.');
});

// covers C2-18, C9-13
test('a minimized meeting is a ball that snaps to the nearer edge when dragged and opens when clicked', async () => {
  const { screen, user } = await inside();
  await user.keyboard('{Escape}');
  const ball = () => screen.getByRole('button', { name: 'In meeting: return to “Harbour talk”' });
  expect(ball().textContent).toBe('In meeting');
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  const drag = (x: number, y: number) => {
    const at = { button: 0, clientX: 1000, clientY: 600 };
    fireEvent.pointerDown(ball(), at);
    fireEvent.pointerMove(ball(), { clientX: x, clientY: y });
    fireEvent.pointerUp(ball(), { clientX: x, clientY: y });
  };
  const clock = vi.spyOn(performance, 'now');
  const slowly = (x: number, y: number) => {
    let now = 1000;
    clock.mockImplementation(() => (now += 150));
    drag(x, y);
  };
  slowly(200, 300);
  expect(ball().dataset['side']).toBe('left');
  slowly(900, 300);
  expect(ball().dataset['side']).toBe('right');
  fireEvent.keyDown(ball(), { key: 'ArrowLeft' });
  expect(ball().dataset['side']).toBe('left');
  clock.mockRestore();
  // Four pixels are a click.
  drag(1003, 602);
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeTruthy();
});

// covers C4-34, C8-12
test('a participant cannot enter a second meeting; the same one comes to the front', async () => {
  const { user, screen } = await inside();
  await user.keyboard('{Escape}');
  act(() => requestMeeting({ kind: 'create' }));
  expect(notices()).toContain('You’re already in a meeting. Leave it before joining another one.');
  expect(useMeeting.getState().wish).toBeNull();
  act(() => requestMeeting({ kind: 'join', meetingid: entry.meetingid }));
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeTruthy();
});

// covers C8-13, C4-35
test('one click starts playback where the browser blocks it; stalled media retries every three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  media.play.mockRejectedValueOnce(Object.assign(new Error(), { name: 'NotAllowedError' }));
  const { screen, user } = await inside();
  await user.keyboard('c');
  const curtain = await screen.findByRole('button', { name: 'Click the screen to turn on audio and video' });
  const before = media.play.mock.calls.length;
  await user.click(curtain);
  expect(media.play.mock.calls.length).toBe(before + 1);
  expect(screen.queryByRole('button', { name: 'Click the screen to turn on audio and video' })).toBeNull();
  // jsdom's videos are always paused.
  await vi.advanceTimersByTimeAsync(2000);
  expect(media.play.mock.calls.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(1100);
  expect(media.play.mock.calls.length).toBe(before + 2);
});

test('a lost connection reconnects with the newest token; a refused one ends the meeting', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { screen } = await inside();
  await act(async () => media.socket().close(1006));
  expect(screen.getByText('Connection lost. Reconnecting…')).toBeTruthy();
  await act(async () => vi.advanceTimersByTimeAsync(400));
  expect(media.sockets).toHaveLength(2);
  expect(media.socket().said[0]).toMatchObject({ type: 'enter', ticket: 'second' });
  await media.socket().deliver({ type: 'refused', code: 'meeting.ended', msg: 'This meeting has ended.' });
  await act(async () => media.socket().close(4001));
  expect(useProblem.getState().text).toBe('This meeting has ended.');
  act(() => useProblem.getState().close());
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  expect(useMeeting.getState().inside).toBe('');
  expect(media.given[0]?.readyState).toBe('ended');
  await act(async () => vi.advanceTimersByTimeAsync(9000));
  expect(media.sockets).toHaveLength(2);
});

// covers C2-19, C5-15
test('the room invites at least one other person', async () => {
  server.answers['users/search'] = { data: [client.store.base.user.get(2)], current_page: 1, last_page: 1 };
  const { screen, user } = await inside([me]);
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const choose = () => screen.getByRole('button', { name: /^Select/ });
  await screen.findByRole('checkbox', { name: /Bo/ });
  await user.click(choose());
  await expect.poll(notices).toContain('Select at least one person.');
  expect(server.inputsOf('users/meeting/invitation')).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /Bo/ }));
  await user.click(choose());
  await expect.poll(notices).toContain('Invitations sent');
  expect(server.inputsOf('users/meeting/invitation')).toEqual([{ meetingid: entry.meetingid, userids: [2] }]);
});

// covers C2-20, C4-33, C5-14, C8-14
test('a guest enters a name, cannot invite or minimize, and leaving returns to the form', async () => {
  const { screen, user } = await open(<GuestScreen meetingid={entry.meetingid} sharekey="code" />);
  await user.click(screen.getByRole('button', { name: 'Join' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter your name.');
  expect(server.inputsOf('users/meeting/open')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Cleo');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await screen.findByRole('button', { name: 'Leave' });
  expect(server.inputsOf('users/meeting/open')).toEqual([
    { type: 'join', meetingid: entry.meetingid, sharekey: 'code', username: 'Cleo' },
  ]);
  for (const name of ['Invite', 'Copy link', 'Minimize']) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' })).value).toBe('Cleo');
  expect(media.sockets[0]?.said.at(-1)).toEqual({ type: 'leave' });
});

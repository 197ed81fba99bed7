import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import type { MeetingPerson } from '@atrium/contract/chat/meetingRoom.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act, fireEvent, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { requestMeeting } from '#entities/meeting/meeting.ts';
import { host as pageHost } from '#host/browser.ts';
import { client } from '#sync/session.ts';
import { entered, entry, FakeSocket, fakeMedia, type Media, participant } from '#testing/fakeMedia.ts';
import { setMedia } from '#testing/media.ts';
import { open, serve } from '#testing/stage.tsx';
import { useQuestion } from '#ui/overlays/ask.ts';
import { useNotices } from '#ui/overlays/notices.ts';
import { useProblem } from '#ui/overlays/problem.ts';
import { GuestScreen } from './GuestScreen.tsx';
import { Meetings } from './Meetings.tsx';
import { leaveMeeting } from './meetings.actions.ts';
import { useRoomLayout } from './room/roomLayout.ts';
import { Tile } from './room/Tile.tsx';

let media: Media;
let server: ReturnType<typeof serve>;
beforeEach(() => {
  media = fakeMedia();
  server = serve({ 'users/meeting/open': entry });
  useRoomLayout.setState({ layout: 'grid', pinned: 0 });
  client.store.base.user.put({ userid: 1, nickname: 'Ada', email: '', userimg: '', bot: 0 } as unknown as UserBasic);
});
afterEach(() => {
  act(leaveMeeting);
});

const host = participant(entry.uid, 'Ada', { role: 'host', isModerator: true });
const bo = participant(9543212, 'Bo');
const cleo = participant(888880001, 'Cleo', { userid: 0, role: 'guest' });
const said = () => media.socket().said;
const deliver = (message: Parameters<ReturnType<Media['socket']>['deliver']>[0]) => media.socket().deliver(message);

async function inside(people: MeetingPerson[] = [host, bo], more: Parameters<typeof entered>[1] = {}) {
  const stage = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'join', meetingid: entry.meetingid }));
  await stage.user.click(await stage.screen.findByRole('button', { name: 'Join' }));
  await stage.screen.findByRole('button', { name: 'Leave' });
  await deliver(entered(people, more));
  return stage;
}
type Stage = Awaited<ReturnType<typeof inside>>;
const panel = ({ screen }: Stage) => within(screen.getByRole('complementary', { name: 'Participants' }));
async function choose(stage: Stage, name: string, item: string) {
  await stage.user.click(panel(stage).getByRole('button', { name: `Actions for ${name}` }));
  await stage.user.click(await stage.screen.findByRole('menuitem', { name: item }));
}

test('a host admits guests, mutes, removes and locks; a member has none of it', async () => {
  const stage = await inside();
  await deliver({ type: 'lobby', people: [{ uid: cleo.uid, nickname: 'Cleo', userimg: '' }] });
  // Before the panel is open.
  const knock = stage.screen.getByRole('alert');
  expect(knock.textContent).toContain('Cleo is waiting in the lobby.');
  await stage.user.click(within(knock).getByRole('button', { name: 'Admit' }));
  expect(said().at(-1)).toEqual({ type: 'admit', uid: cleo.uid, isIn: true });
  await stage.user.keyboard('p');
  expect(stage.screen.queryByRole('alert')).toBeNull();
  await stage.user.click(panel(stage).getByRole('button', { name: 'Admit Cleo' }));
  expect(said().at(-1)).toEqual({ type: 'admit', uid: cleo.uid, isIn: true });
  await stage.user.click(panel(stage).getByRole('button', { name: 'Deny Cleo' }));
  expect(said().at(-1)).toEqual({ type: 'admit', uid: cleo.uid, isIn: false });
  await stage.user.click(panel(stage).getByRole('switch', { name: 'Lock meeting' }));
  expect(said().at(-1)).toEqual({ type: 'room', isLocked: true });
  await choose(stage, 'Bo', 'Mute');
  expect(said().at(-1)).toEqual({ type: 'control', action: 'mute', uid: bo.uid });
  await choose(stage, 'Bo', 'Make co-host');
  expect(said().at(-1)).toEqual({ type: 'control', action: 'cohost', uid: bo.uid });
  await choose(stage, 'Bo', 'Remove from meeting');
  // Only after a question that names the person.
  expect(useQuestion.getState().question?.title).toBe('Remove Bo?');
  expect(said().at(-1)).toMatchObject({ action: 'cohost' });
  await act(async () => useQuestion.getState().question?.answer(true));
  expect(said().at(-1)).toEqual({ type: 'control', action: 'remove', uid: bo.uid });

  await deliver({ type: 'media', person: { ...host, role: 'member', isModerator: false } });
  expect(panel(stage).queryByRole('button', { name: 'Actions for Bo' })).toBeNull();
  expect(panel(stage).queryByRole('switch', { name: 'Lock meeting' })).toBeNull();
  expect(panel(stage).queryByRole('button', { name: 'Admit Cleo' })).toBeNull();
});

test('a muted participant sees who did it, and one who is asked turns the microphone on', async () => {
  const { screen, user } = await inside();
  await deliver({ type: 'asked', what: 'mute', nickname: 'Bo' });
  expect(screen.getByRole('alert').textContent).toContain('Bo muted you.');
  expect(media.given[0]?.enabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Stay muted' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await deliver({ type: 'asked', what: 'unmute', nickname: 'Bo' });
  expect(screen.getByRole('alert').textContent).toContain('Bo asks you to unmute.');
  expect(media.given[0]?.enabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Unmute' }));
  expect(said().at(-1)).toMatchObject({ type: 'media', audio: true });
  expect(media.given[0]?.enabled).toBe(true);
});

test('hands, reactions and lines reach the room, and the chat shows lines as text', async () => {
  // As newer browsers do.
  Object.assign(Element.prototype, { scrollIntoView: async () => undefined });
  const stage = await inside();
  const { screen, user } = stage;
  await user.keyboard('h');
  expect(said().at(-1)).toEqual({ type: 'hand', isUp: true });
  expect(screen.getByRole('listitem', { name: 'Ada (you), Hand raised' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('button', { name: '👍' }));
  expect(said().at(-1)).toEqual({ type: 'reaction', emoji: '👍' });
  await user.keyboard('{Escape}');
  await deliver({ type: 'reaction', uid: bo.uid, emoji: '🎉' });
  expect(screen.getByRole('img', { name: '🎉' })).toBeTruthy();
  const line = { id: 1, uid: bo.uid, nickname: 'Bo', text: '<b>Pier 4</b>', at: Date.UTC(2026, 0, 1) };
  await deliver({ type: 'line', line });
  await user.keyboard('t');
  const chat = screen.getByRole('complementary', { name: 'Chat' });
  expect(chat.textContent).toContain('<b>Pier 4</b>');
  // The field has the focus: otherwise m would mute.
  await user.keyboard('Thanks m{Enter}');
  expect(said().at(-1)).toEqual({ type: 'line', text: 'Thanks m' });
  await user.click(within(chat).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('complementary', { name: 'Chat' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy();
});

test('a guest waits in the lobby without microphone in the room, and enters when admitted', async () => {
  const { screen, user } = await open(<GuestScreen meetingid={entry.meetingid} sharekey="code" />);
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Cleo');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await expect.poll(() => media.sockets.length).toBe(1);
  await deliver({ type: 'waiting' });
  expect(screen.getByText('You’re in the lobby.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await deliver(entered([host, { ...cleo, uid: 888880009 }]));
  expect(screen.getByRole('dialog', { name: 'Harbour talk' })).toBeTruthy();
});

test('a speaker layout, a pin and a spotlight decide who is large, and what is requested from the server', async () => {
  const dee = participant(9111113, 'Dee');
  const { screen, user } = await inside([host, bo, dee]);
  const views = () => said().findLast((each) => each.type === 'views');
  const large = () =>
    within(screen.getByRole('list', { name: 'Large' }))
      .getAllByRole('listitem')
      .map((each) => each.getAttribute('aria-label'));
  expect(views()).toEqual({ type: 'views', large: [bo.uid, dee.uid], small: [] });
  await user.keyboard('l');
  expect(large()).toEqual(['Bo']);
  expect(views()).toEqual({ type: 'views', large: [bo.uid], small: [dee.uid] });
  await deliver({ type: 'rules', rules: { isLocked: false, hasLobby: true, spotlight: dee.uid } });
  expect(large()).toEqual(['Dee']);
  await user.click(screen.getByRole('button', { name: 'Pin Bo' }));
  expect(large()).toEqual(['Bo']);
  await user.keyboard('{Escape}');
  // Minimized, only sound is needed.
  expect(views()).toEqual({ type: 'views', large: [], small: [] });
});

test('a camera that does not arrive shows the avatar, and the connection is described in words', async () => {
  const { screen } = await inside([host, { ...bo, camera: true, quality: 'poor' }]);
  const tile = screen.getByRole('listitem', { name: 'Bo, Poor connection, Camera paused: slow connection' });
  expect(tile.querySelector('video')).toBeNull();
  // Small tiles have no room for the words.
  expect(tile.querySelector('.tabler-icon-video-off')).not.toBeNull();
});

test('a camera shows the avatar until its first pictures have arrived', async () => {
  const frames: (() => void)[] = [];
  const ofVideo = HTMLVideoElement.prototype as object;
  Object.assign(ofVideo, {
    requestVideoFrameCallback: (next: () => void) => frames.push(next),
    cancelVideoFrameCallback: () => undefined,
  });
  onTestFinished(() => {
    for (const each of ['requestVideoFrameCallback', 'cancelVideoFrameCallback']) Reflect.deleteProperty(ofVideo, each);
  });
  const track = new EventTarget() as MediaStreamTrack;
  const { screen } = await open(
    <Tile
      person={{ ...bo, camera: true }}
      {...{ isOwn: false, isSpeaking: false, isPinned: false, isShown: true, reaction: '', track }}
    />,
  );
  const tile = screen.getByRole('listitem');
  const hasFace = () => tile.querySelector('[class*="face"]') !== null;
  expect([hasFace(), tile.querySelector('video') !== null]).toEqual([true, true]);
  await act(async () => frames.shift()?.());
  expect(hasFace()).toBe(true);
  await act(async () => frames.shift()?.());
  expect(hasFace()).toBe(false);
});

test('a recording asks for consent first, and everybody sees who records', async () => {
  const stage = await inside();
  await deliver({ type: 'media', person: { ...bo, isRecording: true } });
  expect(stage.screen.getByText('Recorded by Bo')).toBeTruthy();
});

test('captions are turned on where speech can become text, and show who says what', async () => {
  client.setting = { voice2text: 'open' } as SettingsAnswer;
  const { screen, user } = await inside();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByText('Turn captions on'));
  expect(said().at(-1)).toEqual({ type: 'captions', isOn: true });
  await deliver({ type: 'media', person: { ...host, readsCaptions: true } });
  screen.getByText('Captions on');
  await deliver({ type: 'caption', uid: bo.uid, text: 'Good morning.' });
  expect(screen.getByRole('log', { name: 'Captions' }).textContent).toBe('Bo: Good morning.');
  for (const text of ['One', 'Two', 'Three']) await deliver({ type: 'caption', uid: bo.uid, text });
  expect(screen.getByRole('log', { name: 'Captions' }).textContent).toBe('Bo: OneBo: TwoBo: Three');
});

/** A recorder without pictures and sound. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'recording';
  mimeType = 'video/webm';
  start = () => undefined;
  stop() {
    this.state = 'inactive';
    const data = new Blob(['moving pictures']);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    this.dispatchEvent(new Event('stop'));
  }
}

/** Opens a room with everything that a recording needs. */
async function withRecorder() {
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.defineProperty(HTMLCanvasElement.prototype, 'captureStream', {
    configurable: true,
    value: () => ({ addTrack: () => undefined }),
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const uploads: { name: string; text: string }[] = [];
  vi.spyOn(client.api, 'upload').mockImplementation(async (_, { file }) => {
    uploads.push({ name: file.name, text: await (file.content as File).text() });
    return [] as never;
  });
  const stage = await inside();
  const mix = { stream: { getAudioTracks: () => [] } };
  vi.stubGlobal('AudioContext', function context() {
    const node = { connect: () => undefined, disconnect: () => undefined };
    return {
      createMediaStreamDestination: () => mix,
      createMediaStreamSource: () => node,
      createAnalyser: () => ({ ...node, fftSize: 0, getFloatTimeDomainData: () => undefined }),
      close: async () => undefined,
    };
  });
  return { ...stage, uploads };
}

test('a recording ends with the meeting, with a transcript that an assistant turns into notes', async () => {
  client.setting = { voice2text: 'open', assistant: 'open' } as SettingsAnswer;
  server.answers['assistant/notes'] = { text: '# Friday', html: '<h1>Friday</h1>' };
  const { screen, user, uploads } = await withRecorder();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByText('Record'));
  expect(useQuestion.getState().question?.text).toContain('transcript');
  await act(async () => useQuestion.getState().question?.answer(true));
  expect(said().slice(-2)).toEqual([
    { type: 'captions', isOn: true },
    { type: 'recording', isOn: true },
  ]);
  await deliver({ type: 'media', person: { ...host, isRecording: true, readsCaptions: true } });
  screen.getByText('Transcript on');
  await deliver({ type: 'caption', uid: bo.uid, text: 'Friday it is.' });
  // Captions are only shown to participants who turn them on.
  expect(screen.queryByRole('log', { name: 'Captions' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await vi.waitFor(() => expect(useNotices.getState().list.at(-1)?.text).toContain('Recording and transcript saved'));
  const [film, transcript] = uploads;
  expect([film?.name, transcript?.name]).toEqual([
    expect.stringMatching(/^.* \d{4}-\d\d-\d\d \d\d\.\d\d\.webm$/),
    expect.stringMatching(/ transcript\.txt$/),
  ]);
  expect(transcript?.text).toMatch(/^\d\d:\d\d Bo: Friday it is\.$/);

  await act(async () => useNotices.getState().list.at(-1)?.action?.run());
  const modal = within(await screen.findByRole('dialog', { name: 'Meeting notes' }));
  await user.click(modal.getByRole('button', { name: 'Write notes' }));
  await vi.waitFor(() => expect(server.inputsOf('assistant/notes').at(-1)).toEqual({ text: transcript?.text }));
  await user.click(await modal.findByRole('button', { name: 'Save in my files' }));
  await vi.waitFor(() =>
    expect(uploads.at(-1)).toEqual({ name: expect.stringMatching(/ notes\.md$/), text: '# Friday' }),
  );
});

test('what is being said when a recording is stopped is still written down, however long the transcript is', async () => {
  client.setting = { voice2text: 'open' } as SettingsAnswer;
  const { screen, user, uploads } = await withRecorder();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByText('Record'));
  await act(async () => useQuestion.getState().question?.answer(true));
  await deliver({ type: 'media', person: { ...host, isRecording: true, readsCaptions: true } });
  const long = 'word '.repeat(50_000).trim();
  await deliver({ type: 'caption', uid: bo.uid, text: long });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByText('Stop recording'));
  expect(said().slice(-2)).toEqual([
    { type: 'recording', isOn: false },
    { type: 'captions', isOn: false },
  ]);
  await deliver({ type: 'caption', uid: bo.uid, text: 'Goodbye.' });
  await vi.waitFor(() => expect(uploads).toHaveLength(2), { timeout: 15_000 });
  expect(uploads[1]?.text).toMatch(/ Bo: word [\s\S]+ word\n\d\d:\d\d Bo: Goodbye\.$/);
  expect(uploads[1]?.text.length).toBeGreaterThan(200_000);
});

test('a recording can be stopped after the host has come, and ends when the room does not show it', async () => {
  const { screen, user, uploads } = await withRecorder();
  const record = async () => {
    await deliver({ type: 'media', person: host });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByText('Record'));
    await act(async () => useQuestion.getState().question?.answer(true));
    await deliver({ type: 'media', person: { ...host, isModerator: false, isRecording: true } });
  };
  await record();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByText('Stop recording'));
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  expect(said().at(-1)).toEqual({ type: 'recording', isOn: false });
  await record();
  await deliver({ type: 'media', person: { ...host, isModerator: false } });
  await vi.waitFor(() => expect(uploads).toHaveLength(2));
});

test('a recording that begins while the connection is lost is announced with the next one', async () => {
  const { screen, user } = await withRecorder();
  const begun = media.sockets.length;
  await act(async () => media.socket().close());
  await vi.waitFor(() => expect(media.sockets.length).toBeGreaterThan(begun));
  // Still connecting.
  media.socket().readyState = 0;
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByText('Record'));
  await act(async () => useQuestion.getState().question?.answer(true));
  media.socket().readyState = FakeSocket.OPEN;
  await deliver(entered([host, bo]));
  expect(said()).toContainEqual({ type: 'recording', isOn: true });
});

test('people draw on a shared screen, and Escape ends it before it leaves the room', async () => {
  const { screen, user } = await inside();
  await user.keyboard('s');
  const tile = await screen.findByRole('listitem', { name: 'Your screen' });
  const video = tile.querySelector('video') as HTMLVideoElement;
  Object.defineProperties(video, { videoWidth: { value: 1600 }, videoHeight: { value: 900 } });
  fireEvent(video, new Event('resize'));
  await deliver({ type: 'mark', uid: bo.uid, of: entry.uid, stroke: 1, points: [0, 0, 500, 250] });
  await deliver({ type: 'mark', uid: bo.uid, of: entry.uid, stroke: 1, points: [1000, 500] });
  expect(tile.querySelector('polyline')?.getAttribute('points')).toBe('0,0 800,225 1600,450');
  expect(tile.querySelector('text')?.textContent).toBe('Bo');

  await user.keyboard('d');
  within(tile).getByRole('button', { name: 'Stop drawing', pressed: true });
  const field = tile.querySelector('svg[data-drawing]') as SVGSVGElement;
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 800, 600));
  // Black bars of 75 pixels above and below: nothing is drawn from there.
  fireEvent.pointerDown(field, { clientX: 300, clientY: 40, button: 0 });
  fireEvent.pointerMove(field, { clientX: 500, clientY: 300 });
  fireEvent.pointerUp(field, {});
  expect(tile.querySelectorAll('polyline')).toHaveLength(1);
  fireEvent.pointerDown(field, { clientX: 100, clientY: 75, button: 0 });
  fireEvent.pointerMove(field, { clientX: 500, clientY: 300 });
  fireEvent.pointerUp(field, {});
  const drawn = { type: 'mark', of: entry.uid, stroke: expect.any(Number), points: [0, 0, 500, 500] };
  expect(said().at(-1)).toEqual(drawn);
  expect(tile.querySelectorAll('polyline')).toHaveLength(2);
  await user.keyboard('{Escape}');
  within(tile).getByRole('button', { name: 'Draw on the screen', pressed: false });
});

test('? lists the keys', async () => {
  const { screen, user } = await inside();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const key of ['M', 'C', 'S', 'H', 'T', 'P', 'D', 'L', 'Esc', '?'])
    expect(within(help).getByText(key)).toBeTruthy();
});

test('a window that shows nothing but the meeting cannot minimize it', async () => {
  vi.spyOn(pageHost, 'place').mockReturnValue('/single/meeting/12345678901');
  const { screen, user } = await inside();
  expect(screen.queryByRole('button', { name: 'Minimize' })).toBeNull();
  await user.keyboard('{Escape}?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(help).queryByText('Esc')).toBeNull();
});

// covers C9-12
test('a window of its own is 1440 by 900 at most, and a room that does not answer in ten seconds says so', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  vi.stubGlobal('screen', { availWidth: 3840, availHeight: 2160 });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { screen, user } = await open(<Meetings />);
  await act(async () => requestMeeting({ kind: 'join', meetingid: entry.meetingid }));
  await user.click(await screen.findByRole('button', { name: 'Open in its own window' }));
  expect(opened).toHaveBeenCalledWith(
    `/single/meeting/${entry.meetingid}`,
    'atrium-meeting',
    'popup,width=1440,height=900',
  );
  vi.stubGlobal('screen', { availWidth: 1280, availHeight: 720 });
  await act(async () => requestMeeting({ kind: 'join', meetingid: entry.meetingid }));
  await user.click(await screen.findByRole('button', { name: 'Open in its own window' }));
  expect(opened).toHaveBeenLastCalledWith(expect.anything(), expect.anything(), 'popup,width=1280,height=720');
  // Not from such a window.
  vi.spyOn(pageHost, 'place').mockReturnValue(`/single/meeting/${entry.meetingid}`);
  await act(async () => requestMeeting({ kind: 'join', meetingid: entry.meetingid }));
  const join = await screen.findByRole('button', { name: 'Join' });
  expect(screen.queryByRole('button', { name: 'Open in its own window' })).toBeNull();
  await user.click(join);
  await screen.findByText('Joining…');
  await act(async () => vi.advanceTimersByTimeAsync(9000));
  expect(screen.queryByText(/longer than usual/)).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(1500));
  expect(screen.getByText(/longer than usual/)).toBeTruthy();
});

// covers A8-12
test('a meeting that cannot be loaded shows the server’s message in a modal', async () => {
  await inside();
  await deliver({ type: 'refused', code: 'meeting.locked', msg: 'This meeting is locked.' });
  await act(async () => media.socket().close(4001));
  expect(useProblem.getState().text).toBe('This meeting is locked.');
  act(() => useProblem.getState().close());
});

// covers C5-17
test('searching for members leaves out people who are in the room or chosen', async () => {
  const people = [host.userid, bo.userid, 31, 32].map(
    (userid, index) =>
      ({
        userid,
        nickname: ['Ada', 'Bo', 'Dora', 'Dirk'][index],
        email: '',
        pinyin: '',
        bot: 0,
        userimg: '',
      }) as unknown as UserBasic,
  );
  server.answers['users/search'] = { data: people, current_page: 1, last_page: 1 };
  const { screen, user } = await inside();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const names = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .map((each) => /Ada|Bo|Dora|Dirk/.exec(each.labels?.[0]?.textContent ?? '')?.[0]);
  await screen.findByRole('checkbox', { name: /Dora/ });
  expect(names()).toEqual(['Dora', 'Dirk']);
  await user.click(screen.getByRole('checkbox', { name: /Dora/ }));
  expect(names()).toEqual(['Dora', 'Dirk']);
  await user.type(screen.getByRole('textbox', { name: 'Search by name or email' }), 'd');
  await expect.poll(names).toEqual(['Dirk']);
});

// covers C6-04
test.for([
  ['its owner', { owner_id: 1, group_type: 'user' }, true],
  ['a member of a group without owner', { owner_id: 0, group_type: 'all' }, true],
  ['a member of a task’s chat', { owner_id: 7, group_type: 'task' }, true],
  ['another member', { owner_id: 7, group_type: 'user' }, false],
] as const)('the members of the meeting’s chat are offered to: %s', async ([, dialog, isOffered]) => {
  client.store.base.dialog.put({ id: 5, type: 'group', name: 'Harbour', ...dialog } as unknown as Dialog);
  server.answers['users/meeting/open'] = { ...entry, dialog_id: 5 };
  server.answers['users/search'] = [];
  const { screen, user } = await inside();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await screen.findByRole('radio', { name: 'Contacts' });
  expect(screen.queryByRole('radio', { name: 'This chat' }) !== null).toBe(isOffered);
  await expect.poll(() => server.inputsOf('users/search').length).toBe(1);
  expect(server.inputsOf('users/search')[0]).toMatchObject({ keys: isOffered ? { dialog_id: 5 } : {} });
});

test('on a phone one row of buttons is left; the others are in the menu', async () => {
  setMedia({ width: 390, isTouch: true });
  onTestFinished(() => setMedia({}));
  const { screen, user } = await inside();
  const buttons = within(screen.getByRole('contentinfo')).getAllByRole('button');
  expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual([
    'Mute microphone',
    'Turn camera on',
    'Chat',
    'Participants',
    'Minimize',
    'More',
    'Leave',
  ]);
  await user.click(screen.getByRole('button', { name: 'More' }));
  const raise = await screen.findByRole('menuitem', { name: 'Raise hand' });
  const items = screen.getAllByRole('menuitem').map((each) => each.textContent);
  expect(items).toEqual(expect.arrayContaining(['Invite', 'Copy link']));
  await user.click(raise);
  expect(said().at(-1)).toEqual({ type: 'hand', isUp: true });
});

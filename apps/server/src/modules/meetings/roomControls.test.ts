import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import type { MeetingMedia, MeetingPerson, RoomServerMessage } from '@atrium/contract/chat/meetingRoom.ts';
import * as m from '@atrium/contract/chat/meetings.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { expect, test } from 'vitest';
import { RoomClient as Guest } from '#testing/roomClient';
import { person, refused, TestClient, testServer } from '#testing/world';
import { iceServers } from './turn.ts';

const codeOf = (link: string) => link.split('/').at(-1) ?? '';
const isOf =
  (uid: number, match: (person: MeetingPerson) => boolean) =>
  ({ person: each }: { person: MeetingPerson }) =>
    each.uid === uid && match(each);
const types = (client: Guest) => client.heard.map((each: RoomServerMessage) => each.type);

/** A host, a member and a guest's ticket for the same meeting. */
async function scene(more: { dialog_id?: number } = {}) {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const mine = await ada.call(m.meetingOpen, { type: 'create', name: 'Harbour talk', ...more });
  const { meetingid } = mine;
  const his = await bo.call(m.meetingOpen, { type: 'join', meetingid });
  const sharekey = codeOf(await ada.call(m.meetingLink, { meetingid }));
  const visit = async (username = 'Cleo') =>
    new TestClient((await testServer()).base).call(m.meetingOpen, { type: 'join', meetingid, sharekey, username });
  return { ada, bo, mine, his, meetingid, visit };
}

/** Both are inside: in another order, the second one would be the host until the first one comes. */
async function inTurn(one: string, other: string, media: Partial<MeetingMedia> = {}): Promise<[Guest, Guest]> {
  const first = await Guest.enter(one, { audio: true });
  await first.receives('entered');
  const second = await Guest.enter(other, media);
  await second.receives('entered');
  return [first, second];
}

// covers A3-14
test('a guest waits in the lobby until a host admits them, and nobody else can', async () => {
  const { mine, his, visit } = await scene();
  const [first, second] = await inTurn(mine.token, his.token);
  const guest = await visit();
  let cleo = await Guest.enter(guest.token);
  await cleo.receives('waiting');
  expect((await first.receives('lobby', ({ people }) => people.length === 1)).people).toEqual([
    { uid: guest.uid, nickname: 'Cleo', userimg: guest.userimg },
  ]);
  // The same ticket at another connection takes the place of the first one.
  const twice = await Guest.enter(guest.token);
  await Promise.all([twice.receives('waiting'), cleo.ended()]);
  expect(cleo.closedWith).toBe(4000);
  cleo = twice;
  // A member cannot admit, and neither can the guest, who hears nothing of the room.
  second.say({ type: 'admit', uid: guest.uid, isIn: true });
  cleo.say({ type: 'admit', uid: guest.uid, isIn: true });
  cleo.say({ type: 'line', text: 'Hello' });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(types(cleo)).toEqual(['waiting']);
  expect(types(second)).not.toContain('lobby');
  first.say({ type: 'admit', uid: guest.uid, isIn: true });
  const entered = await cleo.receives('entered');
  // Everybody, member or guest, has an id, a picture and a name.
  expect(entered.people.map(({ uid, nickname, userimg, role }) => [uid, nickname, userimg !== '', role])).toEqual([
    [mine.uid, mine.nickname, true, 'host'],
    [his.uid, his.nickname, true, 'member'],
    [guest.uid, 'Cleo', true, 'guest'],
  ]);
  await first.receives(
    'came',
    isOf(guest.uid, ({ isModerator }) => !isModerator),
  );
  // After a lost connection they do not wait again.
  cleo.hang();
  const back = await Guest.enter(entered.ticket);
  await back.receives('entered');
  expect(types(back)).not.toContain('waiting');
  for (const each of [first, second, back]) each.leave();
});

test('a refused or removed guest does not come back by the same id, and removing one turns the lobby on', async () => {
  const { mine, visit } = await scene();
  const first = await Guest.enter(mine.token);
  await first.receives('entered');
  const refusedGuest = await visit();
  const waiting = await Guest.enter(refusedGuest.token);
  await waiting.receives('waiting');
  first.say({ type: 'admit', uid: refusedGuest.uid, isIn: false });
  expect((await waiting.receives('refused')).code).toBe('meeting.removed');
  const again = await Guest.enter(refusedGuest.token);
  expect((await again.receives('refused')).code).toBe('meeting.removed');

  first.say({ type: 'room', hasLobby: false });
  await first.receives('rules', ({ rules }) => !rules.hasLobby);
  const other = await visit('Dee');
  const dee = await Guest.enter(other.token);
  const { ticket } = await dee.receives('entered');
  first.forget();
  first.say({ type: 'control', action: 'remove', uid: other.uid });
  expect((await dee.receives('refused')).code).toBe('meeting.removed');
  await dee.ended();
  expect(dee.closedWith).toBe(4000);
  await first.receives('left', ({ uid }) => uid === other.uid);
  await first.receives('rules', ({ rules }) => rules.hasLobby);
  expect((await (await Guest.enter(ticket)).receives('refused')).code).toBe('meeting.removed');
  first.leave();
});

test('hosts mute, ask to unmute, lower hands and spotlight; members’ frames are ignored', async () => {
  const { mine, his } = await scene();
  const [first, second] = await inTurn(mine.token, his.token, { audio: true, camera: true });
  second.say({ type: 'hand', isUp: true });
  await first.receives(
    'media',
    isOf(his.uid, ({ hand }) => hand > 0),
  );
  // A member tries everything.
  for (const action of ['mute', 'unmute', 'remove', 'cohost', 'spotlight'] as const) {
    second.say({ type: 'control', action, uid: mine.uid });
  }
  second.say({ type: 'control', action: 'mute', uid: 0 });
  second.say({ type: 'room', isLocked: true, hasLobby: false });
  second.say({ type: 'end' });
  second.say({ type: 'recording', isOn: true });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(types(first).filter((type) => ['asked', 'rules', 'refused'].includes(type))).toEqual([]);
  expect(first.isOpen).toBe(true);

  first.say({ type: 'control', action: 'mute', uid: his.uid });
  expect(await second.receives('asked')).toEqual({ type: 'asked', what: 'mute', nickname: mine.nickname });
  await first.receives(
    'media',
    isOf(his.uid, ({ audio, camera }) => !audio && camera),
  );
  first.say({ type: 'control', action: 'unmute', uid: his.uid });
  await second.receives('asked', ({ what }) => what === 'unmute');
  first.say({ type: 'control', action: 'lower', uid: his.uid });
  await second.receives(
    'media',
    isOf(his.uid, ({ hand }) => hand === 0),
  );
  first.say({ type: 'control', action: 'spotlight', uid: his.uid });
  await second.receives('rules', ({ rules }) => rules.spotlight === his.uid);
  first.say({ type: 'recording', isOn: true });
  await second.receives(
    'media',
    isOf(mine.uid, ({ isRecording }) => isRecording),
  );
  // Everybody but the host who asks for it.
  second.say({ type: 'media', audio: true, camera: false, screen: false });
  await first.receives(
    'media',
    isOf(his.uid, ({ audio, camera }) => audio && !camera),
  );
  first.forget();
  first.say({ type: 'control', action: 'mute', uid: 0 });
  await first.receives(
    'media',
    isOf(his.uid, ({ audio }) => !audio),
  );
  expect(types(first)).not.toContain('asked');

  // Captions: for those who read them, of those whose microphone is on.
  second.say({ type: 'captions', isOn: true });
  for (const each of [first, second])
    await each.receives(
      'media',
      isOf(his.uid, ({ readsCaptions }) => readsCaptions),
    );
  second.say({ type: 'caption', text: 'muted' });
  first.say({ type: 'media', audio: false, camera: false, screen: false });
  first.say({ type: 'caption', text: 'muted' });
  first.say({ type: 'media', audio: true, camera: false, screen: false });
  first.say({ type: 'caption', text: ' Good morning. ' });
  expect(await second.receives('caption')).toEqual({ type: 'caption', uid: mine.uid, text: 'Good morning.' });
  expect(types(first)).not.toContain('caption');
  // Speech from before captions were turned off still arrives: a service needs some seconds for it.
  second.forget();
  second.say({ type: 'captions', isOn: false });
  await second.receives(
    'media',
    isOf(his.uid, ({ readsCaptions }) => !readsCaptions),
  );
  first.say({ type: 'caption', text: 'Goodbye.' });
  expect(await second.receives('caption')).toEqual({ type: 'caption', uid: mine.uid, text: 'Goodbye.' });

  // Strokes: on a screen that is shared, of whole points, for the others.
  second.say({ type: 'mark', of: mine.uid, stroke: 1, points: [1, 2] });
  first.say({ type: 'media', audio: true, camera: false, screen: true });
  await second.receives(
    'media',
    isOf(mine.uid, ({ screen }) => screen),
  );
  for (const points of [[1, 2, 3], [0, 1001], []]) second.say({ type: 'mark', of: mine.uid, stroke: 2, points });
  const mark = { type: 'mark' as const, of: mine.uid, stroke: 3, points: [0, 0, 1000, 500] };
  second.say(mark);
  expect(await first.receives('mark')).toEqual({ ...mark, uid: his.uid });
  second.say({ type: 'ping' });
  expect(types(second)).not.toContain('mark');
  for (const each of [first, second]) each.leave();
});

test('co-hosts have the host’s rights except naming others and removing the host; a room without both has a substitute', async () => {
  const { bo, mine, his, meetingid } = await scene();
  const cy = await person('cy');
  const third = await cy.call(m.meetingOpen, { type: 'join', meetingid });
  const first = await Guest.enter(mine.token);
  const second = await Guest.enter(his.token);
  const other = await Guest.enter(third.token);
  await Promise.all([first, second, other].map((each) => each.receives('entered')));
  first.say({ type: 'control', action: 'cohost', uid: his.uid });
  await other.receives(
    'media',
    isOf(his.uid, ({ role, isModerator }) => role === 'cohost' && isModerator),
  );
  second.say({ type: 'control', action: 'cohost', uid: third.uid });
  second.say({ type: 'control', action: 'remove', uid: mine.uid });
  second.say({ type: 'room', isLocked: true });
  await first.receives('rules', ({ rules }) => rules.isLocked);
  expect(first.isOpen).toBe(true);
  // Nobody new comes in, the co-host may return, also at another server: the role and the lock are stored.
  const dee = await person('dee');
  const fourth = await dee.call(m.meetingOpen, { type: 'join', meetingid });
  expect((await (await Guest.enter(fourth.token)).receives('refused')).code).toBe('meeting.locked');
  second.leave();
  await second.ended();
  const back = await Guest.enter((await bo.call(m.meetingOpen, { type: 'join', meetingid })).token);
  await back.receives('entered', ({ people }) => people.some(({ role }) => role === 'cohost'));
  back.leave();
  first.leave();
  // The one who has been there longest takes over, without the title.
  await other.receives(
    'media',
    isOf(third.uid, ({ role, isModerator }) => role === 'member' && isModerator),
  );
  other.leave();
});

test('a removed member is refused by the call, by the room, and as a guest, signed in or not', async () => {
  const { ada, bo, mine, his, meetingid, visit } = await scene();
  const sharekey = codeOf(await ada.call(m.meetingLink, { meetingid }));
  const [first, second] = await inTurn(mine.token, his.token);
  const phone = await Guest.enter((await bo.call(m.meetingOpen, { type: 'join', meetingid })).token);
  await phone.receives('entered');
  first.say({ type: 'room', hasLobby: false });
  await first.receives('rules', ({ rules }) => !rules.hasLobby);
  const early = await visit('Early');
  first.say({ type: 'control', action: 'remove', uid: his.uid });
  // His other device is removed with this one.
  await Promise.all([second.ended(), phone.ended()]);
  await expect(bo.call(m.meetingOpen, { type: 'join', meetingid })).rejects.toEqual(refused('meeting.removed'));
  const asGuest = { type: 'join' as const, meetingid, sharekey, username: 'Somebody else' };
  expect((await (await Guest.enter(his.token)).receives('refused')).code).toBe('meeting.removed');
  // He can make no link for himself and invite nobody. Signed out, the links that he has seen have ended.
  await first.receives('rules', ({ rules }) => rules.hasLobby);
  await expect(bo.call(m.meetingLink, { meetingid })).rejects.toEqual(refused('meeting.removed'));
  await expect(bo.call(m.meetingInvitation, { meetingid, userids: [ada.userid] })).rejects.toEqual(
    refused('meeting.removed'),
  );
  const { base } = await testServer();
  await expect(new TestClient(base).call(m.meetingOpen, asGuest)).rejects.toEqual(refused('meeting.link'));
  await expect(visit()).rejects.toEqual(refused('meeting.link'));
  // Somebody who had opened it before knocks, and a new link admits others.
  const knocking = await Guest.enter(early.token);
  await knocking.receives('waiting');
  const fresh = { ...asGuest, sharekey: codeOf(await ada.call(m.meetingLink, { meetingid })) };
  await expect(bo.call(m.meetingOpen, fresh)).rejects.toEqual(refused('meeting.removed'));
  expect((await new TestClient(base).call(m.meetingOpen, fresh)).nickname).toBe('Somebody else');
  // The meeting ends: a guest in the lobby hears that, and not that the host refused them.
  first.say({ type: 'end' });
  expect((await knocking.receives('refused')).code).toBe('meeting.ended');
});

test('a room that stays begins again without the lock and the removals of its last meeting', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const mine = await ada.call(m.meetingOpen, { type: 'room', dialog_id });
  const his = await bo.call(m.meetingOpen, { type: 'room', dialog_id });
  const [first, second] = await inTurn(mine.token, his.token);
  first.say({ type: 'control', action: 'remove', uid: his.uid });
  await second.ended();
  await expect(bo.call(m.meetingOpen, { type: 'room', dialog_id })).rejects.toEqual(refused('meeting.removed'));
  first.say({ type: 'room', isLocked: true });
  await first.receives('rules', ({ rules }) => rules.isLocked);
  first.say({ type: 'end' });
  await first.ended();
  const again = await bo.call(m.meetingOpen, { type: 'room', dialog_id });
  const back = await Guest.enter(again.token);
  expect((await back.receives('entered')).rules.isLocked).toBe(false);
  back.leave();
});

test('a host ends the meeting for everybody, and its chat gets what was written', async () => {
  const [eve, fay] = [await person('eve'), await person('fay')];
  const { id: dialog_id } = await eve.call(dialogOpenUser, { userid: fay.userid });
  const mine = await eve.call(m.meetingOpen, { type: 'create', name: 'Cranes', dialog_id });
  expect(mine.dialog_id).toBe(dialog_id);
  const his = await fay.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid });
  const first = await Guest.enter(mine.token);
  await first.receives('entered');
  first.say({ type: 'line', text: '  The crane is at pier 4.  ' });
  await first.receives('line');
  first.say({ type: 'line', text: '   ' });
  const second = await Guest.enter(his.token);
  // Those who come later can read it.
  const { lines } = await second.receives('entered');
  expect(lines.map(({ nickname, text }) => [nickname, text])).toEqual([[mine.nickname, 'The crane is at pier 4.']]);
  second.say({ type: 'line', text: '<b>Thanks</b>' });
  await first.receives('line', ({ line }) => line.text === '<b>Thanks</b>');
  second.say({ type: 'reaction', emoji: '👍' });
  expect(await first.receives('reaction')).toEqual({ type: 'reaction', uid: his.uid, emoji: '👍' });
  second.raw(JSON.stringify({ type: 'reaction', emoji: 'anything' }));
  first.say({ type: 'end' });
  expect((await second.receives('refused')).code).toBe('meeting.ended');
  await Promise.all([first.ended(), second.ended()]);
  expect(types(first).filter((type) => type === 'reaction')).toHaveLength(1);
  await expect(fay.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid })).rejects.toEqual(
    refused('meeting.ended'),
  );
  const { list } = await fay.call(msgList, { dialog_id });
  expect(list.map(({ msg }) => msg)).toContainEqual(
    expect.objectContaining({
      type: 'content',
      key: 'bot.meeting_lines',
      content: `Cranes\n${mine.nickname}: The crane is at pier 4.\n${his.nickname}: <b>Thanks</b>`,
    }),
  );
});

test('what one participant writes is limited', async () => {
  const { mine } = await scene();
  const first = await Guest.enter(mine.token);
  await first.receives('entered');
  for (let index = 0; index < 30; index++) first.say({ type: 'reaction', emoji: '🎉' });
  first.say({ type: 'quality', quality: 'poor' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(types(first).filter((type) => type === 'reaction')).toHaveLength(20);
  expect(first.isOpen).toBe(true);
  first.leave();
});

test('a relay’s credentials are signed for one participant and half a day', () => {
  expect(iceServers({ turn: null }, 7)).toEqual([]);
  const turn = { urls: ['turn:turn.test:3478'], secret: 'shared' };
  const [server] = iceServers({ turn }, 7, 1_700_000_000_000);
  expect(server).toEqual({
    urls: turn.urls,
    username: '1700043200:7',
    // echo -n 1700043200:7 | openssl dgst -sha1 -hmac shared -binary | base64
    credential: 'hP0bZ7hlHCSSnI4ThqOIp/9Sanc=',
  });
  expect(iceServers({ turn }, 8, 1_700_000_000_000)[0]?.credential).not.toBe(server?.credential);
});

test('people in a room are shown as in a meeting, by all who see their status', async () => {
  const cy = await person('cy', { live: true });
  const { ada, bo, mine, his } = await scene();
  const enters = (userid: number) =>
    cy.receives('user', 'update', ({ data }) => data['userid'] === userid && data['in_meeting'] === true);
  const shown = async () =>
    (await cy.call(userBasic, { userid: [ada.userid, bo.userid] })).filter((each) => each.in_meeting).length;
  const [first, second] = [await Guest.enter(mine.token), await Guest.enter(his.token)];
  await Promise.all([enters(ada.userid), enters(bo.userid)]);
  expect(await shown()).toBe(2);
  second.leave();
  await expect.poll(shown).toBe(1);
  first.leave();
  await expect.poll(shown).toBe(0);
});

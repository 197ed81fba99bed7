import { randomInt } from 'node:crypto';
import * as contract from '@atrium/contract/chat/meetings.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { loadDialogMembers } from '#modules/dialogs/members/membership.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { speakerFor } from '#modules/messages/sending/send.service';
import { changeSection } from '#modules/system/settings.service';
import { asBot } from '#modules/users/bots.service';
import { avatarUrl, displayName } from '#modules/users/present.service';
import { findUser, listActiveIds } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { randomCode, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { performWork, type View, type Work, type WritingView } from '#platform/work';
import { isMeetingOpen, meetingFor, SECTION, type StoredMeetingSetting } from './meetings.access.ts';
import { presentMeeting } from './meetings.present.ts';
import * as queries from './meetings.queries.ts';
import { createMeeting } from './newMeeting.service.ts';
import { insertRoom, lockRoom } from './plans/plans.queries.ts';
import { roomsOf } from './rooms.service.ts';
import { issueMeetingTicket, PORT_TEST } from './tickets.ts';
import { iceServers } from './turn.ts';

const SHARED_MS = 6 * 3600_000;
/** Calls without a sign-in, per minute and address. */
const TRIES = 60;
const WINDOW_MS = 60_000;
/** Invitations by one person; each sends a message. */
const INVITED_PER_HOUR = 100;
const HOUR_MS = 3_600_000;
/**
 * The most guests of one meeting. There are ten thousand ids for the guests of all meetings, so that nobody with a link
 * can use up those of others.
 */
const GUESTS = 500;

const limit = ({ app, caller }: View, what: string) => {
  if (!app.limiter.take(`meeting:${what}:${caller.userid || neighbourhood(caller.ip)}`, TRIES, WINDOW_MS))
    throw fail('rate.limited');
};

/** @throws what `meetingFor` and `speakerFor` throw, meeting.name, meeting.many, meeting.engine, meeting.full */
export async function openMeeting(direct: Direct, input: InputOf<typeof contract.meetingOpen>) {
  const { app, caller } = direct;
  limit(direct, 'open');
  if (!input.sharekey && caller.userid === 0) throw fail('auth.required');
  if (!(await isMeetingOpen(app))) throw fail('meeting.closed');
  const isJoining = input.type === 'join' || Boolean(input.sharekey);
  const row = isJoining ? await meetingFor(direct, input.meetingid ?? '', input.sharekey) : null;
  if (row && roomsOf(app).isFull(row.id)) throw fail('meeting.full');
  if (row && (await isRemoved(direct, row.id))) throw fail('meeting.removed');
  const me = await participant(direct, input);
  // The forwarding unit is checked before anybody is invited.
  await app.meet.ready().catch((error: unknown) => {
    app.log.error({ err: error }, 'meetings are not possible');
    throw fail('meeting.engine');
  });
  const made = row
    ? { row, msgs: [] }
    : await performWork(app, caller, (work) => (input.type === 'room' ? openRoom : beginMeeting)(work, input));
  if (input.type === 'room' && (await isRemoved(direct, made.row.id))) throw fail('meeting.removed');
  const uid =
    me.userid > 0 ? memberUid(me.userid) : await guestUid(direct, made.row.id, me.nickname, input.sharekey ?? '');
  const ticket = { meetingId: made.row.id, uid, userid: me.userid, deviceId: me.deviceId, nickname: me.nickname };
  return {
    ...presentMeeting(made.row),
    appid: '',
    uid,
    token: await issueMeetingTicket(app, ticket),
    nickname: me.nickname,
    userimg: me.userimg,
    sharelink: '',
    msgs: made.msgs,
    dialog_id: made.row.dialog_id ?? 0,
  };
}
const isRemoved = async ({ tx, caller }: View, meetingId: number) =>
  caller.userid > 0 && (await queries.findRole(tx, meetingId, caller.userid)) === 'removed';

/** Lets a guest join by a link, signed in or not. @throws meeting.name */
async function participant({ tx, app, caller }: View, input: InputOf<typeof contract.meetingOpen>) {
  const user = caller.userid > 0 ? await findUser(tx, caller.userid) : undefined;
  if (user && !input.sharekey) {
    const { userid } = user;
    return { userid, deviceId: caller.deviceId, nickname: displayName(user), userimg: avatarUrl(app, user) };
  }
  // Direction marks are removed: they could make the name look like another person's.
  const asked = (input.username ?? '').replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
  const nickname = asked || (user ? displayName(user).slice(0, contract.GUEST_NAME) : '');
  if (!/[^\p{Cf}\p{Cc}\p{Z}]/u.test(nickname)) throw fail('meeting.name');
  return { userid: 0, deviceId: 0, nickname, userimg: guestPicture(app, nickname) };
}
const guestPicture = (app: App, nickname: string) => avatarUrl(app, { userimg: '', nickname, email: '' });

async function beginMeeting(work: Work, input: InputOf<typeof contract.meetingOpen>) {
  const { tx, caller } = work;
  const me = await findUser(tx, caller.userid);
  const name = input.name || (me ? displayName(me) : '');
  const place = input.dialog_id ? await speakerFor(work, input.dialog_id, { isGroup: false }) : null;
  const row = await createMeeting(work, { name, dialog_id: place?.id ?? null });
  const shared = place ? [await postCard(work, row, place.id, false)] : [];
  // In a direct chat the card is the invitation.
  const partners = place?.type === 'user' ? (await loadDialogMembers(tx, place.id)).users : new Set<number>();
  const others = (input.userids ?? []).filter((userid) => !partners.has(userid));
  // The caller gets a card too, which is their way back into the meeting.
  const msgs = await invite(work, row, [caller.userid, ...others]);
  return { row, msgs: [...msgs, ...shared] };
}

/** A room is not announced again to people who come within this time after others. */
const QUIET_MS = 2 * 60_000;

/**
 * Opens the lasting room of a conversation, which is made on first use. Its card is posted if nobody is there.
 *
 * @throws what `speakerFor` throws
 */
async function openRoom(work: Work, input: InputOf<typeof contract.meetingOpen>) {
  const { tx, now } = work;
  const place = await speakerFor(work, input.dialog_id ?? 0, { isGroup: false });
  const known = await lockRoom(tx, place.id);
  const me = known ? undefined : await findUser(tx, work.caller.userid);
  const name = input.name || (me ? displayName(me) : '');
  const row = known ?? (await createMeeting(work, { name, dialog_id: place.id, is_lasting: true }));
  if (!known) await insertRoom(tx, place.id, row.id);
  if (known && now.getTime() - known.updated_at.getTime() < QUIET_MS) return { row, msgs: [] };
  await queries.touchMeetings(tx, [row.id], now);
  return { row, msgs: [await postCard(work, row, place.id, false)] };
}

const postCard = (work: Work, row: queries.MeetingRow, dialogId: number, silence: boolean): Promise<Message> =>
  postMessage(work, {
    dialogId,
    userid: work.caller.userid,
    type: 'meeting',
    mtype: 'meeting',
    msg: { ...presentMeeting(row) },
    searchKey: row.name,
    mentions: [],
    link: false,
    isBot: false,
    silence,
    replyId: 0,
  });

/** @throws what `meetingFor` throws, meeting.removed, meeting.people, meeting.many */
export async function inviteToMeeting(work: Work, input: InputOf<typeof contract.meetingInvitation>) {
  limit(work, 'invitation');
  const row = await meetingFor(work, input.meetingid);
  if (await isRemoved(work, row.id)) throw fail('meeting.removed');
  const others = input.userids.filter((userid) => userid !== work.caller.userid);
  if (others.length === 0) throw fail('meeting.people');
  return { ...presentMeeting(row), msgs: await invite(work, row, others) };
}

/** Sends the invitation card to each person, in their chat with the meeting bot, in the inviter's name. */
async function invite(work: Work, row: queries.MeetingRow, userids: readonly number[]): Promise<Message[]> {
  const { caller, tx } = work;
  const others = [...new Set(userids)].filter((userid) => userid !== caller.userid);
  if (others.length > contract.MEETING_INVITE) throw fail('meeting.many', { max: contract.MEETING_INVITE });
  for (const _ of others) {
    if (!work.app.limiter.take(`meeting:invited:${caller.userid}`, INVITED_PER_HOUR, HOUR_MS))
      throw fail('rate.limited');
  }
  const bot = await asBot(work, 'meeting-alert');
  const people = await listActiveIds(tx, [...new Set(userids)]);
  const msgs: Message[] = [];
  // Sorted by id, so that two people who invite the same people do not deadlock.
  for (const userid of people.sort((a, b) => a - b)) {
    msgs.push(await postCard(work, row, await dialogWith(bot, userid), userid === caller.userid));
  }
  return msgs;
}

/**
 * Creates a code valid for six hours; earlier codes stay valid, until somebody is removed.
 *
 * @throws what `meetingFor` throws, meeting.members, meeting.removed
 */
export async function linkTo(work: Work, { meetingid, sharekey }: InputOf<typeof contract.meetingLink>) {
  limit(work, 'link');
  if (sharekey && work.caller.userid === 0) throw fail('meeting.members');
  const row = await meetingFor(work, meetingid, sharekey);
  if (await isRemoved(work, row.id)) throw fail('meeting.removed');
  const code = randomCode(18);
  const expired_at = new Date(work.now.getTime() + SHARED_MS);
  await queries.insertCode(work.tx, { code_hash: tokenHash(code), meeting_id: row.id, expired_at });
  return `${work.app.publicUrl}/meeting/${row.meetingid}/${code}`;
}

/**
 * Finds a guest, for signed-in people and for guests of the same meeting. @throws meeting.guest, meeting.link,
 * auth.required
 */
export async function findGuest(view: View, input: InputOf<typeof contract.meetingTourist>) {
  const { tx, app, caller, now } = view;
  limit(view, 'guest');
  if (caller.userid === 0 && !input.sharekey) throw fail('auth.required');
  const guest = await queries.findGuest(tx, input.tourist_id, now);
  if (caller.userid === 0 && !(guest && (await isGuestCode(view, guest.meeting_id, input.sharekey ?? '')))) {
    throw fail('meeting.link');
  }
  if (!guest) throw fail('meeting.guest');
  return { uid: guest.uid, nickname: guest.nickname, userimg: guestPicture(app, guest.nickname) };
}
const isGuestCode = ({ tx, now }: View, meetingId: number, sharekey: string) =>
  queries.isCodeLive(tx, meetingId, tokenHash(sharekey), now);

/** A member's id never looks like a guest's. */
function memberUid(userid: number): number {
  for (;;) {
    const text = `9${String(randomInt(0, 100_000)).padStart(5, '0')}`;
    if (!text.includes(contract.GUEST_PREFIX) && !text.endsWith('8')) return Number(`${text}${userid}`);
  }
}

async function guestUid(view: WritingView, meetingId: number, nickname: string, sharekey: string): Promise<number> {
  const { tx, now } = view;
  if ((await queries.countGuests(tx, meetingId, now)) >= GUESTS) throw fail('meeting.full');
  const expired_at = new Date(now.getTime() + SHARED_MS);
  const code_hash = tokenHash(sharekey);
  for (let tries = 0; tries < 50; tries++) {
    const uid = Number(`${contract.GUEST_PREFIX}${String(randomInt(0, 10_000)).padStart(4, '0')}`);
    if (await queries.insertGuest(tx, { uid, meeting_id: meetingId, nickname, expired_at, code_hash })) return uid;
  }
  throw fail('meeting.full');
}

export async function setMeeting(
  { app, caller }: View,
  { type, open }: InputOf<typeof contract.meetingSetting>,
): Promise<OutputOf<typeof contract.meetingSetting>> {
  if (type === 'save' && open)
    await changeSection<StoredMeetingSetting>({ app, caller }, SECTION, (before) => ({ ...before, open }), {
      open: 'open',
    });
  return { open: (await isMeetingOpen(app)) ? 'open' : 'close' };
}

/** Tests of the ports that one administrator may make per minute. */
const TESTS = 20;

export async function testPorts({ app, caller }: View): Promise<OutputOf<typeof contract.meetingTest>> {
  const { userid, deviceId } = caller;
  if (!app.limiter.take(`meeting:test:${userid}`, TESTS, WINDOW_MS)) throw fail('rate.limited');
  await app.meet.ready().catch((error: unknown) => {
    app.log.error({ err: error }, 'the forwarding unit does not start');
    throw fail('meeting.engine');
  });
  const token = await issueMeetingTicket(app, { meetingId: PORT_TEST, uid: 0, userid, deviceId, nickname: '' });
  return { token, ...app.meet.ports, ice: iceServers(app, 0), server: app.meet.server };
}

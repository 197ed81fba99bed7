import type { RoomClientMessage, RoomLine } from '@atrium/contract/chat/meetingRoom.ts';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork } from '#platform/work';
import { endMeeting } from './endMeeting.service.ts';
import * as queries from './meetings.queries.ts';
import { roomsOf, type Seat } from './rooms.service.ts';

type Frame<T extends RoomClientMessage['type']> = Extract<RoomClientMessage, { type: T }>;

/** The sender of a frame. The room knows the participant's current rights. */
export interface Sender {
  app: App;
  meetingId: number;
  seat: Seat;
}

/** Applies a host's action to one participant. Frames from others, and those about a host, are ignored. */
export async function control({ app, meetingId, seat }: Sender, { action, uid }: Frame<'control'>): Promise<void> {
  const rooms = roomsOf(app);
  const { person: me } = seat;
  if (action === 'lower' && uid === me.uid) return void rooms.change(meetingId, seat, { hand: 0 });
  if (!me.isModerator) return;
  if (action === 'spotlight') return setSpotlight(app, meetingId, uid);
  if (action === 'mute' && uid === 0) {
    for (const { uid: each } of rooms.peopleOf(meetingId)) {
      const other = each === me.uid ? undefined : rooms.seatOf(meetingId, each);
      if (other) rooms.mute(meetingId, other, me.nickname);
    }
    return;
  }
  const other = rooms.seatOf(meetingId, uid);
  if (!other || other === seat) return;
  const { person } = other;
  switch (action) {
    case 'mute':
      return rooms.mute(meetingId, other, me.nickname);
    case 'unmute':
      return other.say({ type: 'asked', what: 'unmute', nickname: me.nickname });
    case 'lower':
      rooms.change(meetingId, other, { hand: 0 });
      return other.say({ type: 'media', person });
    case 'remove':
      if (person.role === 'host') return;
      await rememberRemoved(app, meetingId, person);
      // The person is removed on all their devices.
      for (const each of rooms.seatsOf(meetingId, person)) rooms.remove(meetingId, each);
      if (rooms.rulesOf(meetingId)?.spotlight === uid) await setSpotlight(app, meetingId, 0);
      // Guest links of the meeting end, because the person could return by one under another name, or wait in the lobby
      // already.
      await queries.endCodes(app.db, meetingId, person.userid ? 0 : uid);
      await changeRules({ app, meetingId, seat }, { type: 'room', hasLobby: true });
      return;
    case 'cohost':
    case 'member':
      // Only the host may do this; co-hosts could otherwise take the room from its host.
      if (me.role !== 'host' || person.userid === 0) return;
      await queries.setRole(app.db, meetingId, person.userid, action);
      return rooms.setRole(meetingId, person.userid, action);
  }
}

async function setSpotlight(app: App, meetingId: number, uid: number): Promise<void> {
  const spotlight = uid && roomsOf(app).has(meetingId, uid) ? uid : 0;
  await queries.setRules(app.db, meetingId, { spotlight });
  roomsOf(app).setRules(meetingId, { spotlight });
}

async function rememberRemoved(app: App, meetingId: number, { uid, userid }: { uid: number; userid: number }) {
  if (userid) await queries.setRole(app.db, meetingId, userid, 'removed');
  else await queries.removeGuest(app.db, uid);
}

export async function changeRules({ app, meetingId, seat }: Sender, frame: Frame<'room'>): Promise<void> {
  if (!seat.person.isModerator) return;
  const { isLocked, hasLobby } = frame;
  const rules = { ...(isLocked !== undefined && { isLocked }), ...(hasLobby !== undefined && { hasLobby }) };
  if (Object.keys(rules).length === 0) return;
  await queries.setRules(app.db, meetingId, rules);
  roomsOf(app).setRules(meetingId, rules);
}

/** Lets a guest in, or sends them away for good. */
export async function admit({ app, meetingId, seat }: Sender, { uid, isIn }: Frame<'admit'>): Promise<void> {
  if (!seat.person.isModerator) return;
  const waiter = roomsOf(app).takeWaiter(meetingId, uid);
  if (!waiter) return;
  if (isIn) return waiter.admit();
  await queries.removeGuest(app.db, uid);
  waiter.refuse('meeting.removed');
}

/** Ends the meeting for everybody. */
export async function endForAll({ app, meetingId, seat }: Sender): Promise<void> {
  if (!seat.person.isModerator) return;
  await performWork(app, systemCaller, (work) => endMeeting(work, meetingId));
  roomsOf(app).clear(meetingId);
}

/** Posts a chat line in the meeting, and stores it for people who join later. */
export async function postLine({ app, meetingId, seat }: Sender, { text }: Frame<'line'>): Promise<void> {
  const words = text.trim();
  if (!words) return;
  const { uid, userid, nickname } = seat.person;
  const row = await queries.insertLine(app.db, {
    meeting_id: meetingId,
    uid,
    userid: userid || null,
    nickname,
    text: words,
  });
  roomsOf(app).line(meetingId, presentLine(row));
}

export const presentLine = ({ id, uid, nickname, text, created_at }: queries.LineRow): RoomLine => ({
  id,
  uid: Number(uid),
  nickname,
  text,
  at: created_at.getTime(),
});

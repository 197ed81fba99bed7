import { type Static, Type } from 'typebox';
import { call, DateTime, errors, Id, Ids, Line, MaybeId, Nullable, OneOf, ReadOrSave } from '../kit.ts';
import { Message } from './messages.ts';

/** Specification C9-11. */
export const MEETING_NAME = 50;
export const MEETING_INVITE = 20;
export const GUEST_NAME = 30;
/** Maximum number of people in one room. */
export const MEETING_PEOPLE = 32;

/** Prefix of the uid of guests. Members have `9`, five digits and their user id. */
export const GUEST_PREFIX = '88888';
/** Whether a participant is a guest, otherwise the account's id (C3-23). */
export function participantOf(uid: number): { isGuest: boolean; userid: number } {
  const text = String(uid);
  const isGuest = text.includes(GUEST_PREFIX);
  return { isGuest, userid: isGuest ? 0 : Number(text.slice(6)) || 0 };
}

/** `123 4567 8901` and `123-456-78901` are the same number. */
export const meetingNumber = (text: string): string => text.replace(/[\s-]/g, '');

export const Meeting = Type.Object({
  id: Id(),
  /** Eleven digits for joining. */
  meetingid: Type.String(),
  name: Type.String(),
  /** The room's internal name. */
  channel: Type.String(),
  /** The creator. */
  userid: Id(),
  created_at: DateTime(),
  updated_at: DateTime(),
  /** Null while it is active. */
  end_at: Nullable(DateTime()),
});
export type Meeting = Static<typeof Meeting>;

export const MeetingEntry = Type.Object({
  ...Meeting.properties,
  /** App id of an external provider; empty, because Atrium's rooms have none. */
  appid: Type.String(),
  /** The caller's id in this room. */
  uid: Type.Integer({ minimum: 1 }),
  /** Admits this caller to the room, for a few minutes. */
  token: Type.String(),
  nickname: Type.String(),
  userimg: Type.String(),
  /** Link for people without an account, created on request. */
  sharelink: Type.String(),
  /** The invitations that were sent. */
  msgs: Type.Array(Message),
});
export type MeetingEntry = Static<typeof MeetingEntry>;

export const meetingErrors = errors({
  'meeting.gone': { ret: 0 },
  'meeting.ended': { ret: 0 },
  'meeting.link': { ret: 0 },
  'meeting.closed': { ret: 0 },
  'meeting.engine': { ret: 0 },
  'meeting.name': { ret: 0 },
  'meeting.people': { ret: 0 },
  'meeting.many': { ret: 0 },
  'meeting.full': { ret: 0 },
  'meeting.guest': { ret: 0 },
  /** Guests cannot invite: a link that one of them creates would outlive their own. */
  'meeting.members': { ret: 0 },
});

const number = Line({ maxLength: 30 });
const sharekey = Type.Optional(Line({ maxLength: 100 }));

export const meetingOpen = call('users/meeting/open', {
  summary: 'Starts a meeting and invites people, or joins one by its id or, as a guest, by a link’s code.',
  access: 'public',
  input: Type.Object({
    type: Type.Optional(OneOf('create', 'join')),
    name: Type.Optional(Line({ maxLength: MEETING_NAME })),
    userids: Type.Optional(Ids(1000)),
    /** The conversation that gets a card to join. In a direct one it is the invitation of the other person. */
    dialog_id: MaybeId(),
    meetingid: Type.Optional(number),
    sharekey,
    /** The guest's name. */
    username: Type.Optional(Line({ maxLength: GUEST_NAME })),
    /** Guests' avatars are generated from their names. */
    userimg: Type.Optional(Line({ maxLength: 1000 })),
  }),
  output: MeetingEntry,
  errors: [
    'auth.required',
    'meeting.gone',
    'meeting.ended',
    'meeting.link',
    'meeting.closed',
    'meeting.engine',
    'meeting.name',
    'meeting.many',
    'meeting.full',
    'dialog.gone',
    'message.muted',
    'profile.nickname',
    'profile.phone',
    'rate.limited',
  ],
});
export const meetingLink = call('users/meeting/link', {
  summary: 'Creates a link by which people without an account can join, for members; it works for six hours.',
  access: 'public',
  input: Type.Object({ meetingid: number, sharekey }),
  output: Type.String(),
  errors: ['auth.required', 'meeting.members', 'meeting.gone', 'meeting.ended', 'meeting.link', 'rate.limited'],
});
export const meetingTourist = call('users/meeting/tourist', {
  summary: 'Returns the name of a meeting guest.',
  access: 'public',
  input: Type.Object({ tourist_id: Id(), sharekey }),
  output: Type.Object({ uid: Id(), nickname: Type.String(), userimg: Type.String() }),
  errors: ['auth.required', 'meeting.guest', 'meeting.link'],
});
export const meetingInvitation = call('users/meeting/invitation', {
  summary: 'Invites people to a running meeting.',
  access: 'user',
  input: Type.Object({ meetingid: number, userids: Ids(1000) }),
  output: Type.Object({ ...Meeting.properties, msgs: Type.Array(Message) }),
  errors: ['meeting.gone', 'meeting.ended', 'meeting.closed', 'meeting.people', 'meeting.many', 'rate.limited'],
});
export const meetingSetting = call('system/setting/meeting', {
  summary: 'Returns whether meetings are allowed; `type` `save` changes it.',
  access: 'admin',
  input: Type.Object({ type: ReadOrSave(), open: Type.Optional(OneOf('open', 'close')) }),
  output: Type.Object({ open: Type.String() }),
});

export const meetingCalls = [meetingOpen, meetingLink, meetingTourist, meetingInvitation, meetingSetting] as const;

/**
 * The WebSocket of a room, `/ws/meeting`.
 *
 * 1. The first frame is `enter` with the token of `users/meeting/open`; the answer is `entered`, or `refused` and the
 *   close. A participant who returns with the same uid takes their previous place.
 * 2. The server offers (`offer`), the browser answers with the same `turn`; `isNew` means a new connection in place of
 *   the old one. `again` requests one.
 * 3. Streams up are named `up-audio`, `up-camera`, `up-screen`. Streams down are seats: `a0` and `v0` are the audio and
 *   camera of the person whom `placed` assigns to seat 0, `s0` a shared screen.
 * 4. `ticket` delivers a new token regularly, for reconnecting.
 */
export const MEETING_SOCKET = '/ws/meeting';
export const UP_MIDS = { audio: 'up-audio', camera: 'up-camera', screen: 'up-screen' } as const;

export interface MeetingMedia {
  audio: boolean;
  camera: boolean;
  screen: boolean;
}
export interface MeetingPerson extends MeetingMedia {
  uid: number;
  /** 0 for guests. */
  userid: number;
  nickname: string;
  userimg: string;
}
export interface MeetingPlaces {
  seats: { n: number; uid: number }[];
  screens: { n: number; uid: number }[];
}
export type RoomServerMessage =
  | { type: 'entered'; uid: number; ticket: string; people: MeetingPerson[] }
  | { type: 'refused'; code: string; msg: string }
  | { type: 'came'; person: MeetingPerson }
  | { type: 'media'; person: MeetingPerson }
  | { type: 'left'; uid: number }
  | { type: 'ticket'; ticket: string }
  | { type: 'offer'; turn: number; isNew: boolean; sdp: string }
  | { type: 'candidate'; turn: number; candidate: string; mid: string }
  | ({ type: 'placed' } & MeetingPlaces);
export type RoomClientMessage =
  | ({ type: 'enter'; ticket: string } & MeetingMedia)
  | ({ type: 'media' } & MeetingMedia)
  | { type: 'answer'; turn: number; sdp: string }
  | { type: 'candidate'; turn: number; candidate: string; mid: string }
  | { type: 'again' }
  | { type: 'leave' }
  | { type: 'ping' };

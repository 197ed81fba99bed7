import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, Id, Ids, Line, MaybeId, Nullable, OneOf, ReadOrSave } from '../kit.ts';
import { Message } from './messages.ts';

/** Specification C9-11. */
export const MEETING_NAME = 50;
export const MEETING_INVITE = 20;
export const GUEST_NAME = 30;
/** Maximum number of people in one room, most of whom listen. */
export const MEETING_PEOPLE = 120;

/** Prefix of the uid of guests. Members have `9`, five digits and their user id. */
export const GUEST_PREFIX = '88888';
/** Splits a participant's number: a guest, or the id of an account (C3-23). */
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
  /** The conversation that keeps what is written in the room; 0 = none. */
  dialog_id: Type.Integer(),
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
  /** Nobody else may enter for now. */
  'meeting.locked': { ret: 0 },
  /** A host removed this person, or did not admit them. */
  'meeting.removed': { ret: 0 },
  /** Guests cannot invite: a link that one of them creates would outlive their own. */
  'meeting.members': { ret: 0 },
});

const number = Line({ maxLength: 30 });
const sharekey = Type.Optional(Line({ maxLength: 100 }));

export const meetingOpen = call('users/meeting/open', {
  summary:
    'Starts a meeting and invites people, opens the room of a conversation, or joins a meeting by its id or, as a guest, by a link’s code.',
  access: 'public',
  input: Type.Object({
    /** `room` opens the lasting room of the conversation `dialog_id`, which is made on first use. */
    type: Type.Optional(OneOf('create', 'join', 'room')),
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
    'meeting.removed',
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
  errors: [
    'auth.required',
    'meeting.members',
    'meeting.removed',
    'meeting.gone',
    'meeting.ended',
    'meeting.link',
    'rate.limited',
  ],
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
  errors: [
    'meeting.gone',
    'meeting.ended',
    'meeting.closed',
    'meeting.removed',
    'meeting.people',
    'meeting.many',
    'rate.limited',
  ],
});
export const meetingSetting = call('system/setting/meeting', {
  summary: 'Returns whether meetings are allowed; `type` `save` changes it.',
  access: 'admin',
  input: Type.Object({ type: ReadOrSave(), open: Type.Optional(OneOf('open', 'close')) }),
  output: Type.Object({ open: Type.String() }),
});
export const meetingTest = call('system/meeting/test', {
  summary:
    'Returns a token for a test of the meetings’ ports over `/ws/meeting`: its room holds nobody else and ends after a minute.',
  access: 'admin',
  output: Type.Object({
    token: Type.String(),
    /** 0 = any free port. */
    udp: Count(),
    /** Null = meetings do not use TCP. */
    tcp: Nullable(Count()),
    /** The LiveKit server that carries meetings; '' = the built-in unit, by the ports. */
    server: Type.String(),
    /** Relays of the configuration. */
    ice: Type.Array(
      Type.Object({ urls: Type.Array(Type.String()), username: Type.String(), credential: Type.String() }),
    ),
  }),
  errors: ['meeting.engine', 'rate.limited'],
});

export const meetingCalls = [
  meetingOpen,
  meetingLink,
  meetingTourist,
  meetingInvitation,
  meetingSetting,
  meetingTest,
] as const;

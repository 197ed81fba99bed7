/**
 * The WebSocket of a room, `/ws/meeting`.
 *
 * 1. The first frame is `enter` with the token of `users/meeting/open`; the answer is `entered`, or `refused` and the
 *   close. A participant who returns with the same uid takes their previous place.
 * 2. A guest may get `waiting` instead: the lobby, until somebody with the right to do so admits or refuses them. Those
 *   people get `lobby` with everybody who waits.
 * 3. The server offers (`offer`), the browser answers with the same `turn`; `isNew` means a new connection in place of
 *   the old one. `again` requests one.
 * 4. Streams up are named as in `UP_MIDS`. Streams down are seats: `a0` and `v0` are the audio and camera of the person
 *   whom `placed` assigns to seat 0, `s0` and `t0` a shared screen and its sound.
 * 5. A camera is sent twice, large and small. `views` says what the participant's screen shows of whom; the server sends
 *   what fits the connection: sound always, then screens, then cameras. `demand` says whether anybody gets the large one.
 * 6. `ticket` delivers a new token regularly, for reconnecting.
 * 7. `control`, `room`, `admit` and `end` are for the host, co-hosts, and while none of them is there, the member who
 *   has been there longest. Only the host names co-hosts. Others' frames are ignored.
 * 8. `mark` draws on somebody's shared screen: everybody sees the stroke for some seconds. Its parts have the same
 *   number.
 * 9. Where a LiveKit server carries meetings, `grant` comes instead of 3 to 5: its address, and a token for this room.
 *   Its participants have the `uid` as their identity. `again` requests a new token.
 * 10. With a token of `system/meeting/test` the server offers (or grants) at once, without `entered`, and takes only `answer`,
 *   `candidate` and `leave`: whether a browser reaches the ports is all that such a connection is for.
 */
export const MEETING_SOCKET = '/ws/meeting';
export const UP_MIDS = {
  audio: 'up-audio',
  camera: 'up-camera',
  small: 'up-small',
  screen: 'up-screen',
  sound: 'up-sound',
} as const;

/** Maximum length of one caption. */
export const ROOM_CAPTION = 500;
/** Maximum length of a line written in a room. */
export const ROOM_LINE = 1000;
/** Points of a stroke are from 0 to this, across and down a shared screen. */
export const MARK_SCALE = 1000;
/** Maximum count of numbers in one frame of a stroke: x and y in turn. */
export const MARK_NUMBERS = 128;
/** Lines a person who enters gets to see. */
export const ROOM_LINES = 200;
export const REACTIONS = ['👍', '👏', '❤️', '😂', '😮', '🎉'] as const;

export interface MeetingMedia {
  audio: boolean;
  camera: boolean;
  screen: boolean;
}
export type MeetingRole = 'host' | 'cohost' | 'member' | 'guest';
/** The quality of audio and video, as the participant's browser measures it. */
export type MeetingQuality = 'good' | 'fair' | 'poor';
export interface MeetingPerson extends MeetingMedia {
  uid: number;
  /** 0 for guests. */
  userid: number;
  nickname: string;
  userimg: string;
  role: MeetingRole;
  /** True if this person may use the controls of hosts. */
  isModerator: boolean;
  /** The time at which the hand was raised, in milliseconds since 1970; 0 = it is not. */
  hand: number;
  quality: MeetingQuality;
  isRecording: boolean;
  /** True if this participant reads captions: the others' browsers have their speech transcribed meanwhile. */
  readsCaptions: boolean;
}
export interface MeetingPlaces {
  /**
   * `isShown`: the camera is on its way; otherwise the line is too thin, or nobody looks. `isReduced`: the line is too
   * thin for the size that the screen shows, or for any.
   */
  seats: { n: number; uid: number; isShown: boolean; isReduced?: boolean }[];
  screens: { n: number; uid: number }[];
}
export interface RoomRules {
  /** Nobody else may enter. */
  isLocked: boolean;
  /** Guests wait until they are admitted. */
  hasLobby: boolean;
  /** The participant everybody sees large; 0 = nobody. */
  spotlight: number;
}
/** A line of the room's text chat. */
export interface RoomLine {
  id: number;
  uid: number;
  nickname: string;
  text: string;
  /** The time in milliseconds since 1970. */
  at: number;
}
export interface IceServer {
  urls: string[];
  username: string;
  credential: string;
}
export interface LobbyPerson {
  uid: number;
  nickname: string;
  userimg: string;
}
export type RoomServerMessage =
  | {
      type: 'entered';
      uid: number;
      ticket: string;
      people: MeetingPerson[];
      rules: RoomRules;
      lines: RoomLine[];
      ice: IceServer[];
    }
  | { type: 'waiting' }
  | { type: 'lobby'; people: LobbyPerson[] }
  | { type: 'refused'; code: string; msg: string }
  | { type: 'came'; person: MeetingPerson }
  | { type: 'media'; person: MeetingPerson }
  | { type: 'left'; uid: number }
  | { type: 'rules'; rules: RoomRules }
  | { type: 'line'; line: RoomLine }
  | { type: 'reaction'; uid: number; emoji: string }
  /** Speech of a participant. Not stored. */
  | { type: 'caption'; uid: number; text: string }
  /** A part of a stroke on the shared screen of the participant `of`. */
  | { type: 'mark'; uid: number; of: number; stroke: number; points: number[] }
  /** A host muted this participant, or asks them to turn on the microphone. */
  | { type: 'asked'; what: 'mute' | 'unmute'; nickname: string }
  | { type: 'demand'; isLarge: boolean }
  | { type: 'ticket'; ticket: string; ice: IceServer[] }
  /** A LiveKit server carries audio and video instead of offers and seats. */
  | { type: 'grant'; url: string; token: string }
  | { type: 'offer'; turn: number; isNew: boolean; sdp: string }
  | { type: 'candidate'; turn: number; candidate: string; mid: string }
  | ({ type: 'placed' } & MeetingPlaces);
/** `mute` with uid 0 mutes everybody else. */
export type RoomControl = 'mute' | 'unmute' | 'remove' | 'cohost' | 'member' | 'lower' | 'spotlight';
export type RoomClientMessage =
  | ({ type: 'enter'; ticket: string } & MeetingMedia)
  | ({ type: 'media' } & MeetingMedia)
  | { type: 'answer'; turn: number; sdp: string }
  | { type: 'candidate'; turn: number; candidate: string; mid: string }
  | { type: 'views'; large: number[]; small: number[] }
  | { type: 'hand'; isUp: boolean }
  | { type: 'reaction'; emoji: string }
  | { type: 'line'; text: string }
  | { type: 'quality'; quality: MeetingQuality }
  | { type: 'recording'; isOn: boolean }
  | { type: 'captions'; isOn: boolean }
  | { type: 'caption'; text: string }
  | { type: 'mark'; of: number; stroke: number; points: number[] }
  | { type: 'control'; action: RoomControl; uid: number }
  | { type: 'room'; isLocked?: boolean; hasLobby?: boolean }
  | { type: 'admit'; uid: number; isIn: boolean }
  | { type: 'end' }
  | { type: 'again' }
  | { type: 'leave' }
  | { type: 'ping' };

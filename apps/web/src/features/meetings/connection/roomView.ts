import type {
  LobbyPerson,
  MeetingMedia,
  MeetingPerson,
  MeetingQuality,
  RoomLine,
  RoomRules,
  RoomServerMessage,
} from '@atrium/contract/chat/meetingRoom.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The kinds of media; `sound` is that of a shared screen. */
export type Kind = keyof MeetingMedia | 'sound';
export type Tracks = Partial<Record<Kind, MediaStreamTrack>>;

/** A stroke on a shared screen. */
export interface Mark {
  /** The person who draws, and the person whose screen it is. */
  uid: number;
  of: number;
  /** The number of the stroke, unique among this person's. */
  stroke: number;
  /** The points: x and y in turn, in thousandths of the screen. */
  points: readonly number[];
}

export interface RoomView {
  /** `waiting`: in the lobby, until a host admits this guest. */
  phase: 'joining' | 'waiting' | 'in' | 'lost';
  people: readonly MeetingPerson[];
  /** The others' tracks, by uid. */
  tracks: ReadonlyMap<number, Tracks>;
  /** The people whose camera arrives; the server sends only what the line carries. */
  shown: ReadonlySet<number>;
  own: Tracks;
  isMuted: boolean;
  /** The current speaker; 0 = nobody. */
  speaker: number;
  /** The time at which somebody last spoke, as `performance.now()`, by uid. */
  spoke: ReadonlyMap<number, number>;
  /** True if audio and video get through. */
  isCarried: boolean;
  /** True if entering takes longer than usual. */
  isSlow: boolean;
  /** True if audio and video have not got through for so long that the network probably blocks them. */
  isStuck: boolean;
  quality: MeetingQuality;
  rules: RoomRules;
  lines: readonly RoomLine[];
  /** Guests who wait, for those who may admit them. */
  lobby: readonly LobbyPerson[];
  /** Reactions on the screen now. */
  reactions: readonly { key: number; uid: number; emoji: string }[];
  /** True if this screen shows captions. They are also read for a transcript. */
  isCaptioned: boolean;
  /** The latest captions. */
  captions: readonly { key: number; uid: number; text: string }[];
  /** Strokes on shared screens. */
  marks: readonly Mark[];
  /** A host's action or request for this participant. */
  asked: { what: 'mute' | 'unmute'; nickname: string } | null;
  /** The last person who joined or left, for screen readers. */
  news: { person: MeetingPerson; isHere: boolean } | null;
}

const REACTION_MS = 4000;
const REACTIONS_SHOWN = 10;
/** A caption is shown for this long, enough to read two lines. */
const CAPTION_MS = 8000;
const CAPTIONS_SHOWN = 3;
/** A stroke is shown for this long: enough to follow it, without being in the way. */
const MARK_MS = 6000;
const POINTS_SHOWN = 2000;

let serial = 0;

/** The state of a meeting's screen. */
export function makeRoomView(own: Tracks): StoreApi<RoomView> {
  return createStore<RoomView>(() => ({
    phase: 'joining',
    people: [],
    tracks: new Map(),
    shown: new Set(),
    own,
    isMuted: false,
    speaker: 0,
    spoke: new Map(),
    isCarried: false,
    isSlow: false,
    isStuck: false,
    quality: 'good',
    rules: { isLocked: false, hasLobby: true, spotlight: 0 },
    lines: [],
    lobby: [],
    reactions: [],
    isCaptioned: false,
    captions: [],
    marks: [],
    asked: null,
    news: null,
  }));
}

/** Applies the server's messages about the people in the room. Messages about the connection change nothing here. */
export function applyServerMessage(view: StoreApi<RoomView>, says: RoomServerMessage): void {
  const { people, lines, reactions, captions, isCaptioned } = view.getState();
  switch (says.type) {
    case 'waiting':
      return view.setState({ phase: 'waiting' });
    case 'came':
      return view.setState({
        people: [...people.filter((each) => each.uid !== says.person.uid), says.person],
        news: { person: says.person, isHere: true },
      });
    case 'media':
      return view.setState({ people: people.map((each) => (each.uid === says.person.uid ? says.person : each)) });
    case 'left': {
      const gone = people.find((each) => each.uid === says.uid);
      return view.setState({
        people: people.filter((each) => each.uid !== says.uid),
        ...(gone && { news: { person: gone, isHere: false } }),
      });
    }
    case 'lobby':
      return view.setState({ lobby: says.people });
    case 'rules':
      return view.setState({ rules: says.rules });
    case 'line':
      return view.setState({ lines: [...lines, says.line] });
    case 'reaction': {
      const key = ++serial;
      view.setState({
        reactions: [...reactions.slice(1 - REACTIONS_SHOWN), { key, uid: says.uid, emoji: says.emoji }],
      });
      setTimeout(() => {
        view.setState({ reactions: view.getState().reactions.filter((each) => each.key !== key) });
      }, REACTION_MS);
      return;
    }
    case 'caption': {
      if (!isCaptioned) return;
      const key = ++serial;
      view.setState({ captions: [...captions.slice(1 - CAPTIONS_SHOWN), { key, uid: says.uid, text: says.text }] });
      setTimeout(() => {
        view.setState({ captions: view.getState().captions.filter((each) => each.key !== key) });
      }, CAPTION_MS);
      return;
    }
    case 'mark':
      return showMark(view, says);
    default:
  }
}

/** Adds to the stroke, or begins it. It disappears some seconds after its last part. */
export function showMark(view: StoreApi<RoomView>, { uid, of, stroke, points }: Mark): void {
  const isSame = (each: Mark) => each.uid === uid && each.stroke === stroke;
  const { marks } = view.getState();
  const before = marks.find(isSame)?.points ?? [];
  const mark: Mark = { uid, of, stroke, points: [...before, ...points].slice(-POINTS_SHOWN) };
  view.setState({ marks: [...marks.filter((each) => !isSame(each)), mark] });
  setTimeout(() => {
    // A later part of the stroke has a timer of its own.
    view.setState({ marks: view.getState().marks.filter((each) => each !== mark) });
  }, MARK_MS);
}

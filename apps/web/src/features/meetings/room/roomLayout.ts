import type { MeetingPerson } from '@atrium/contract/chat/meetingRoom.ts';
import { create } from 'zustand';

export const LAYOUTS = ['grid', 'speaker', 'sidebar'] as const;
export type Layout = (typeof LAYOUTS)[number];

const KEY = 'meeting.layout';
const stored = (): Layout => LAYOUTS.find((each) => each === localStorage.getItem(KEY)) ?? 'grid';

/**
 * The layout of a room on this page. `pinned` is the uid of the participant whom this person wants to see large; 0 =
 * nobody.
 */
export const useRoomLayout = create<{ layout: Layout; pinned: number }>(() => ({ layout: stored(), pinned: 0 }));
export function setLayout(layout: Layout): void {
  localStorage.setItem(KEY, layout);
  useRoomLayout.setState({ layout });
}
export const pin = (uid: number): void =>
  useRoomLayout.setState(({ pinned }) => ({ pinned: pinned === uid ? 0 : uid }));

export interface Scene {
  layout: Layout;
  pinned: number;
  /** The participant that a host shows everybody; 0 = nobody. */
  spotlight: number;
  /** The time at which somebody last spoke, by uid. */
  spoke: ReadonlyMap<number, number>;
  /** The person's own uid. */
  own: number;
  hasScreen: boolean;
}
export interface Arrangement {
  /** The person who is shown large; null in a grid. */
  focus: MeetingPerson | null;
  others: readonly MeetingPerson[];
}

/**
 * Arranges the people. Nobody is large beside a shared screen, unless chosen. The person's own choice counts more than
 * the host's.
 */
export function arrange(people: readonly MeetingPerson[], scene: Scene): Arrangement {
  const { layout, pinned, spotlight, spoke, own, hasScreen } = scene;
  const find = (uid: number) => (uid ? people.find((each) => each.uid === uid) : undefined);
  const chosen = find(pinned) ?? find(spotlight);
  const automatic = layout === 'grid' || hasScreen ? undefined : latestSpeaker(people, spoke, own);
  const focus = people.length > 1 ? (chosen ?? automatic ?? null) : null;
  return { focus, others: focus ? people.filter((each) => each !== focus) : people };
}

function latestSpeaker(people: readonly MeetingPerson[], spoke: ReadonlyMap<number, number>, own: number) {
  const others = people.filter((each) => each.uid !== own);
  return others.toSorted((a, b) => (spoke.get(b.uid) ?? 0) - (spoke.get(a.uid) ?? 0))[0];
}

/** Beyond this number of tiles a small picture is enough. */
const LARGE_TILES = 6;

/** The participants that the screen shows, the most important first: if not all can be sent, those who spoke last. */
export function viewsOf({ focus, others }: Arrangement, spoke: ReadonlyMap<number, number>) {
  const sorted = others.toSorted((a, b) => (spoke.get(b.uid) ?? 0) - (spoke.get(a.uid) ?? 0)).map(({ uid }) => uid);
  if (focus) return { large: [focus.uid], small: sorted };
  return others.length <= LARGE_TILES ? { large: sorted, small: [] } : { large: [], small: sorted };
}

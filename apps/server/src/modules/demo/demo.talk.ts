import type { Who } from './demo.people.ts';

/** What comes with a message, and what others did about it. */
export interface Said {
  /** Answers the message so many before. */
  re?: number;
  /** Reactions: a sign and who gave it. */
  like?: readonly [symbol: string, people: string];
  edited?: boolean;
  pin?: boolean;
  tag?: boolean;
  /** To be done by these people; by the first one it is done. */
  todo?: string;
  picture?: { name: string; kind: 'bicycle' | 'plan' | 'chart' };
  file?: { name: string; text: string };
  vote?: { options: readonly string[]; votes: Readonly<Partial<Record<Who, number>>> };
  /** Entries of the others, after the first one. */
  chain?: readonly (readonly [who: Who, text: string])[];
}

/** `md:` begins Markdown; `@ada` names somebody, `@all` everybody, `#[name]` a task. */
export type Entry = readonly [who: Who, text: string, said?: Said];

export interface Talk {
  /** Of a project by its name; of all staff as `all`; a group of its own by `group`; two people by `pair`. */
  in: { project: string } | { group: string; people: string } | { pair: readonly [Who, Who] } | 'all';
  /** Workdays ago, the newest last, with what was said that day; one day has one piece of talk. */
  days: readonly (readonly [ago: number, from: string, entries: readonly Entry[]])[];
  /** So many of the last messages the person of the demonstration has not read. */
  unread?: number;
}

import type { PersonKey } from './demo.people.ts';

/** Attachments of a message and the reactions to it. */
export interface MessageExtras {
  /** Replies to the message this many entries before. */
  re?: number;
  /** Reactions: an emoji and the people who chose it. */
  like?: readonly [symbol: string, people: string];
  edited?: boolean;
  pin?: boolean;
  tag?: boolean;
  /** A to-do for these people, completed by the first one. */
  todo?: string;
  picture?: { name: string; kind: 'bicycle' | 'plan' | 'chart' };
  file?: { name: string; text: string };
  vote?: { options: readonly string[]; votes: Readonly<Partial<Record<PersonKey, number>>> };
  /** Further entries of the sign-up list. */
  chain?: readonly (readonly [who: PersonKey, text: string])[];
}

/**
 * An entry of a conversation. A text that begins with `md:` is Markdown; `@ada` mentions a person, `@all` everybody,
 * `#[name]` a task.
 */
export type Entry = readonly [who: PersonKey, text: string, said?: MessageExtras];

export interface Talk {
  /** A project's chat by name; `all` for all staff; a group chat by `group`; a direct chat by `pair`. */
  in: { project: string } | { group: string; people: string } | { pair: readonly [PersonKey, PersonKey] } | 'all';
  /**
   * Days of the conversation, the newest last: a number of workdays ago, and the messages of that day, which belong
   * together.
   */
  days: readonly (readonly [ago: number, from: string, entries: readonly Entry[]])[];
  /** The number of last messages that the demo user has not read. */
  unread?: number;
}

import type { Who } from './demo.people.ts';

/** What is said; a text that begins with `md:` is Markdown. `@ada` names somebody. */
export type Line = readonly [who: Who, text: string];

/** Days count from today: `due: -2` was the day before yesterday, `done: 5` was five days ago. */
export interface TaskFacts {
  made?: number;
  due?: number;
  done?: number;
  /** Days ago; it is done as well then. */
  archived?: number;
  deleted?: number;
  /** As in the list of priorities, from 1. */
  p?: number;
  tags?: readonly string[];
  /** Which status of the project's workflow it has; the first without it, one that ends where it is done. */
  status?: string;
  subs?: readonly (readonly [name: string, isDone: boolean])[];
  note?: string;
  talk?: readonly Line[];
  color?: string;
  /** Helps along. */
  with?: readonly Who[];
  /** 2: its people only. 3: those named as well. */
  visibility?: 2 | 3;
  visibleTo?: readonly Who[];
}

/** Nobody owns it yet where `owners` is empty. */
export type PlannedTask = readonly [name: string, owners: string, facts?: TaskFacts];

export interface ProjectPlan {
  name: string;
  desc: string;
  owner: Who;
  members: readonly Who[];
  tags: Readonly<Record<string, string>>;
  /** Columns with their tasks, from the top. */
  columns: Readonly<Record<string, readonly PlannedTask[]>>;
  flow?: readonly { name: string; status: 'start' | 'progress' | 'test' | 'end'; color?: string }[];
}

/** A check list in a description. */
export const ticks = (...items: readonly (readonly [text: string, isDone: boolean])[]) =>
  `<ul>${items.map(([text, isDone]) => `<li data-list="${isDone ? 'checked' : 'unchecked'}">${text}</li>`).join('')}</ul>`;

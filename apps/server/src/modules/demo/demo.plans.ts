import type { PersonKey } from './demo.people.ts';

/** A message; a text that begins with `md:` is Markdown. `@ada` mentions a person. */
export type TalkLine = readonly [who: PersonKey, text: string];

/** Days relative to today: `due: -2` was the day before yesterday, `done: 5` five days ago. */
export interface TaskFacts {
  made?: number;
  due?: number;
  done?: number;
  /** The number of days ago; an archived task is also completed. */
  archived?: number;
  deleted?: number;
  /** Position in the list of priorities, from 1. */
  p?: number;
  tags?: readonly string[];
  /** The status in the project's workflow; by default the first, or an end status if it is done. */
  status?: string;
  subs?: readonly (readonly [name: string, isDone: boolean])[];
  note?: string;
  talk?: readonly TalkLine[];
  color?: string;
  /** The collaborators. */
  with?: readonly PersonKey[];
  /** 2: only assignees and collaborators see the task. 3: the named people see it too. */
  visibility?: 2 | 3;
  visibleTo?: readonly PersonKey[];
}

/** A planned task. It is unassigned if `owners` is empty. */
export type PlannedTask = readonly [name: string, owners: string, facts?: TaskFacts];

export interface ProjectPlan {
  name: string;
  desc: string;
  owner: PersonKey;
  members: readonly PersonKey[];
  tags: Readonly<Record<string, string>>;
  /** Columns with their tasks, from the top. */
  columns: Readonly<Record<string, readonly PlannedTask[]>>;
  /** `list`: the column that tasks move to with this status. */
  flow?: readonly { name: string; status: 'start' | 'progress' | 'test' | 'end'; color?: string; list?: string }[];
}

/** Writes a checklist for a description. */
export const ticks = (...items: readonly (readonly [text: string, isDone: boolean])[]) =>
  `<ul>${items.map(([text, isDone]) => `<li data-list="${isDone ? 'checked' : 'unchecked'}">${text}</li>`).join('')}</ul>`;

import { escapeText } from '@atrium/richtext/html/escape.ts';
import { mentionTag } from '@atrium/richtext/html/mentionTags.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { compose } from '#modules/messages/sending/compose.service';
import type { App } from '#platform/app';
import type { Caller, Work } from '#platform/work';
import type { Clock } from './demo.clock.ts';
import { PEOPLE, type PersonKey } from './demo.people.ts';

/** The person who fills the demo, and the results so far. */
export interface Team {
  app: App;
  clock: Clock;
  random: () => number;
  ids: Readonly<Record<PersonKey, number>>;
  as(who: PersonKey): Caller;
  /** Runs a part of the work: in a transaction of its own, or in that of the whole. */
  perform<T>(run: (work: Work) => Promise<T>): Promise<T>;
  /** Real people who get shared folders too. */
  guests: readonly number[];
  /** The projects by name, for later references. */
  projects: Map<string, { id: number; dialogId: number }>;
  tasks: Map<string, number>;
  /** The time at which each message was supposedly sent, by its id. It is written into the messages at the end. */
  said: Map<number, Date>;
  /** The number of the last messages that readers have not seen, by conversation and reader. */
  unread: Map<number, Partial<Record<PersonKey, number>>>;
}

export const PEOPLE_NAMES = Object.keys(PEOPLE) as PersonKey[];
export const peopleIn = (names: string) => names.split(' ').filter(Boolean) as PersonKey[];

/** Returns the same work for another person at another time. It enqueues no jobs, because it is in the past. */
export const asPerson = (team: Team, work: Work, who: PersonKey, now: Date): Work => ({
  ...work,
  caller: team.as(who),
  now,
  enqueue() {},
});

/** `@ada` and `@all` mention people, `#[name]` a task. */
function htmlOf(team: Team, text: string): string {
  const named = escapeText(text)
    .replace(/@([a-z]+)\b/g, (whole, name: string) => {
      if (name === 'all') return mentionTag('user', 0, 'Everyone');
      return name in PEOPLE ? mentionTag('user', team.ids[name as PersonKey], PEOPLE[name as PersonKey][0]) : whole;
    })
    .replace(/#\[([^\]]+)\]/g, (_, name: string) => mentionTag('task', team.tasks.get(name) ?? 0, name));
  return `<p>${named}</p>`;
}

export interface PlannedMessage {
  dialogId: number;
  who: PersonKey;
  text: string;
  at: Date;
  replyId?: number | undefined;
}

export async function postAs(
  team: Team,
  work: Work,
  { dialogId, who, text, at, replyId = 0 }: PlannedMessage,
): Promise<number> {
  const isMarkdown = text.startsWith('md:');
  const { type, mtype, msg, searchKey, mentions, link } = compose(
    team.app,
    isMarkdown ? text.slice(3) : htmlOf(team, text),
    isMarkdown ? 'md' : 'html',
  );
  const userid = team.ids[who];
  const draft = {
    dialogId,
    userid,
    type,
    mtype,
    msg,
    searchKey,
    mentions,
    link,
    isBot: false,
    silence: false,
    replyId,
  };
  const message = await postMessage(asPerson(team, work, who, at), draft);
  team.said.set(message.id, at);
  return message.id;
}

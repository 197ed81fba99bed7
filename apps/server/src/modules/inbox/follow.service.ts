import { inboxChanged } from '@atrium/contract/workspace/inbox.ts';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { addedMessages, follower, type LoggedEvent } from '#platform/events/eventLog';
import { toUsers } from '#platform/events/events';
import { performWork, type Work } from '#platform/work';
import * as queries from './inbox.queries.ts';

export const FILL_JOB = 'inbox_fill';
export const PUSH_JOB = 'inbox_push';

/** The items of one person whose snooze ended. */
export interface ReturnedItems {
  userid: number;
  ids: number[];
}

/** Changed records that may change inboxes, by id. */
interface Changes {
  messages: number[];
  approvals: number[];
  settled: number[];
}

/**
 * Inboxes are filled behind the event log, so that a message or a task costs the same whether it concerns one person or
 * a thousand. The follower only finds what changed. A job writes the items, because it also announces them.
 */
export const inboxFollower = follower({
  name: 'inbox',
  // Nobody notices this pause, which saves half of the work.
  pauseMs: 500,
  async take(tx, events) {
    const messages = addedMessages(events);
    const tasks = refsOf(events, 'projectTask', 'update', 'archived', 'delete');
    const changes: Changes = {
      messages: messages.length > 0 ? await queries.listInboxCandidates(tx, messages) : [],
      approvals: refsOf(events, 'approve', 'add', 'update', 'finish'),
      settled: tasks.length > 0 ? await queries.listSettledTasks(tx, tasks) : [],
    };
    if (Object.values(changes).some((ids) => ids.length > 0)) await queries.enqueueInbox(tx, FILL_JOB, changes);
  },
});

const refsOf = (events: readonly LoggedEvent[], type: string, ...actions: string[]): number[] => [
  ...new Set(
    events.flatMap(({ type: of, action, ref, ids }) =>
      of === type && actions.includes(action) ? [...(ref ? [ref] : []), ...(ids ?? [])] : [],
    ),
  ),
];

/** Runs the job. It may run twice: an item that is there already is not added again. */
export const fillInboxes = (app: App, payload: unknown): Promise<void> =>
  performWork(app, systemCaller, async (work) => {
    const { messages, approvals, settled } = payload as Changes;
    const people: number[] = [];
    if (messages.length > 0) people.push(...(await queries.insertMessages(work.tx, messages)));
    if (messages.length > 0) people.push(...(await queries.insertTasks(work.tx, messages)));
    if (approvals.length > 0) people.push(...(await queries.followApprovals(work.tx, approvals, work.now)));
    if (settled.length > 0) people.push(...(await queries.settleTasks(work.tx, settled, work.now)));
    announce(work, people);
  });

export function announce(work: Work, people: readonly number[], woken: readonly number[] = []): void {
  if (people.length > 0) work.emit(inboxChanged, toUsers(...people), { woken: [...woken] });
}

const AT_ONCE = 500;

/** Runs once a minute: snoozed items return as new. */
export async function wakeSnoozed(app: App, now = new Date()): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    count = await performWork(app, systemCaller, async (work) => {
      const rows = await queries.wakeItems(work.tx, now, AT_ONCE);
      for (const [userid, own] of Map.groupBy(rows, (row) => row.userid)) {
        const returned: ReturnedItems = { userid, ids: own.map(({ id }) => id) };
        announce(work, [userid], returned.ids);
        await queries.enqueueInbox(work.tx, PUSH_JOB, returned);
      }
      return rows.length;
    });
  }
}

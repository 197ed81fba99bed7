import type { SubscriptionEvent } from '@atrium/contract/chat/subscriptions.ts';
import type { OnDialogChange } from '#modules/dialogs/members/memberChanges.service';
import type { OnCompletion } from '#modules/tasks/lifecycle/completions.service';
import { displayName } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import type { Writer } from '#platform/db/pool';
import { addedMessages, follower, type LoggedEvent } from '#platform/events/eventLog';
import { wireTime } from '#platform/time/time';
import type { Delivery } from './deliver.service.ts';
import * as queries from './subscriptions.queries.ts';

/** Subscriptions follow the event log, so that a change does not depend on them. */
export const subscriptionFollower = follower({
  name: 'subscriptions',
  isWanted: ({ db }) => queries.isAnySubscribed(db),
  async take(tx, events) {
    await enqueue(tx, 'message.created', events, await queries.matchMessages(tx, addedMessages(events)));
    await takeTasks(tx, events);
    await takeProjects(tx, events);
    await takeFiles(tx, events);
    await takeApprovals(tx, events);
  },
});

const refsOf = (events: readonly LoggedEvent[], type: string, ...actions: string[]): number[] => [
  ...new Set(
    events.flatMap((each) => (each.type === type && actions.includes(each.action) && each.ref ? [each.ref] : [])),
  ),
];

/** The ids of tasks in events. Deleting or archiving a task includes its subtasks, which the event names too. */
const taskRefsOf = (events: readonly LoggedEvent[], ...actions: string[]): number[] => [
  ...new Set(
    events
      .filter(({ type, action }) => type === 'projectTask' && actions.includes(action))
      .flatMap(({ ref, ids }) => ids ?? ref ?? []),
  ),
];

async function takeTasks(tx: Writer, events: readonly LoggedEvent[]): Promise<void> {
  const added = taskRefsOf(events, 'add');
  const changed = taskRefsOf(events, 'update', 'restore', 'archived', 'recovery');
  const deleted = taskRefsOf(events, 'delete');
  for (const [event, ids] of [
    ['task.created', added],
    ['task.changed', changed],
    ['task.deleted', deleted],
  ] as const) {
    if (ids.length > 0) await enqueue(tx, event, events, await queries.matchTasks(tx, event, ids));
  }
}

async function takeProjects(tx: Writer, events: readonly LoggedEvent[]): Promise<void> {
  for (const [event, ids] of [
    ['project.created', refsOf(events, 'project', 'add')],
    ['project.changed', refsOf(events, 'project', 'update', 'archived', 'recovery')],
  ] as const) {
    if (ids.length > 0) await enqueue(tx, event, events, await queries.matchProjects(tx, event, ids));
  }
}

async function takeFiles(tx: Writer, events: readonly LoggedEvent[]): Promise<void> {
  for (const [event, ids] of [
    ['file.created', refsOf(events, 'file', 'add')],
    ['file.changed', refsOf(events, 'file', 'update', 'content')],
  ] as const) {
    if (ids.length > 0) await enqueue(tx, event, events, await queries.matchAny(tx, event, ids));
  }
}

async function takeApprovals(tx: Writer, events: readonly LoggedEvent[]): Promise<void> {
  for (const [event, ids] of [
    ['approval.created', refsOf(events, 'approve', 'add')],
    ['approval.changed', refsOf(events, 'approve', 'update')],
    ['approval.finished', refsOf(events, 'approve', 'finish')],
  ] as const) {
    if (ids.length > 0) await enqueue(tx, event, events, await queries.matchAny(tx, event, ids));
  }
}

/** Enqueues one delivery for each subscription and record, even after several events. */
async function enqueue(
  tx: Writer,
  event: SubscriptionEvent,
  events: readonly LoggedEvent[],
  matches: readonly { subscription: number; ref: number }[],
): Promise<void> {
  const last = events.at(-1);
  for (const { subscription, ref } of matches) {
    const delivery: Delivery = {
      subscription,
      event,
      ref,
      id: `evt_${last?.id ?? ''}_${subscription}_${event}_${ref}`,
      at: (last?.at ?? new Date()).toISOString(),
    };
    await queries.enqueueDelivery(tx, delivery);
  }
}

/**
 * Notes completed tasks in the transaction of the change, because the log says how a task is, not how it was before.
 * The row's time does not help either: it is the server's, and that of an event is the database's.
 */
export const onCompletion: OnCompletion = async (work, taskId) => {
  const event = 'task.completed';
  for (const { subscription, ref } of await queries.matchTasks(work.tx, event, [taskId])) {
    const delivery: Delivery = {
      subscription,
      event,
      ref,
      id: `evt_${work.now.getTime()}_${subscription}_${event}_${ref}`,
      at: work.now.toISOString(),
    };
    await queries.enqueueDelivery(work.tx, delivery);
  }
};

const CHANGES: Readonly<Record<string, SubscriptionEvent>> = {
  member_join: 'member.joined',
  member_leave: 'member.left',
};

/** Notes people who join or leave a conversation, in the transaction of the change. */
export const onDialogChange: OnDialogChange = async (work, change, places) => {
  const event = CHANGES[change];
  if (!event) return;
  const wanted = await queries.listForDialogs(work.tx, event, [...new Set(places.map(({ dialog_id }) => dialog_id))]);
  if (wanted.length === 0) return;
  const people = await listBasics(work.tx, [...new Set(places.map(({ userid }) => userid))]);
  for (const { id: subscription, dialog_id } of wanted) {
    for (const { userid } of places.filter((place) => place.dialog_id === dialog_id)) {
      const person = people.find((each) => each.userid === userid);
      const delivery: Delivery = {
        subscription,
        event,
        ref: dialog_id,
        id: `evt_${work.now.getTime()}_${subscription}_${event}_${userid}`,
        at: work.now.toISOString(),
        data: {
          dialog_id,
          member: person ? { userid, email: person.email, nickname: displayName(person) } : { userid },
          by: work.caller.userid,
          created_at: wireTime(work.now),
        },
      };
      await queries.enqueueDelivery(work.tx, delivery);
    }
  }
};

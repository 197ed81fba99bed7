import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Line, ListOf, MaybeFlag, MaybeId, Nullable, OneOf } from '../kit.ts';

/** The events that an address can receive. */
export const SUBSCRIPTION_EVENTS = [
  'task.created',
  'task.changed',
  'task.completed',
  'task.deleted',
  'project.created',
  'project.changed',
  'message.created',
  'member.joined',
  'member.left',
  'file.created',
  'file.changed',
  'approval.created',
  'approval.changed',
  'approval.finished',
] as const;
export type SubscriptionEvent = (typeof SUBSCRIPTION_EVENTS)[number];
/** Events of a single chat. */
export const DIALOG_EVENTS: readonly SubscriptionEvent[] = ['message.created', 'member.joined', 'member.left'];
/** Events that can be limited to projects. */
export const PROJECT_EVENTS: readonly SubscriptionEvent[] = SUBSCRIPTION_EVENTS.filter((each) =>
  /^(task|project)\./.test(each),
);
export const MOST_SUBSCRIPTIONS = 50;

/** An address that receives events, for its owner. */
export const Subscription = Type.Object({
  id: Id(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(OneOf(...SUBSCRIPTION_EVENTS)),
  /** Events of tasks and projects of this one only. */
  project_id: Nullable(Id()),
  project_name: Type.String(),
  /** The conversation whose messages and members it follows. */
  dialog_id: Nullable(Id()),
  dialog_name: Type.String(),
  sent: Count(),
  /** Since when its address has not accepted anything. */
  failing_since: Nullable(DateTime()),
  /** Set when the address failed for a day and is no longer called. */
  paused_at: Nullable(DateTime()),
});
export type Subscription = Static<typeof Subscription>;

/** One call of an address. */
export const SubscriptionDelivery = Type.Object({
  id: Id(),
  event: OneOf(...SUBSCRIPTION_EVENTS),
  /** The request's body. */
  payload: Type.String(),
  /** The answer's HTTP status; 0 if there was none. */
  status: Count(),
  answer: Type.String(),
  attempt: Count(),
  took_ms: Count(),
  created_at: DateTime(),
});
export type SubscriptionDelivery = Static<typeof SubscriptionDelivery>;

export const subscriptionErrors = errors({
  'subscription.gone': { ret: 0 },
  'subscription.name': { ret: 0 },
  'subscription.url': { ret: 0 },
  'subscription.events': { ret: 0 },
  'subscription.dialog': { ret: 0 },
  'subscription.many': { ret: 0 },
  'subscription.delivery': { ret: 0 },
});

export const subscriptionList = call('users/subscription/list', {
  summary: 'Lists the caller’s subscriptions to events.',
  access: 'user',
  output: Type.Object({ list: Type.Array(Subscription) }),
});
export const subscriptionEdit = call('users/subscription/edit', {
  summary: 'Subscribes an address to events that the caller may see, or changes a subscription; a paused one goes on.',
  access: 'user',
  input: Type.Object({
    /** Without it, a new one. */
    id: MaybeId(),
    name: Line({ maxLength: 100 }),
    url: Line({ maxLength: 500 }),
    events: ListOf(OneOf(...SUBSCRIPTION_EVENTS), SUBSCRIPTION_EVENTS.length),
    project_id: MaybeId(),
    dialog_id: MaybeId(),
  }),
  output: Subscription,
  errors: [
    'subscription.gone',
    'subscription.name',
    'subscription.url',
    'subscription.events',
    'subscription.dialog',
    'subscription.many',
    'project.gone',
    'dialog.gone',
  ],
});
export const subscriptionSecret = call('users/subscription/secret', {
  summary: 'Returns the secret with which calls of a subscription are signed; `renew` replaces it.',
  access: 'user',
  input: Type.Object({ id: Id(), renew: MaybeFlag() }),
  output: Type.Object({ secret: Type.String() }),
  errors: ['subscription.gone'],
});
export const subscriptionDelete = call('users/subscription/delete', {
  summary: 'Ends a subscription; its log goes with it.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['subscription.gone'],
});
export const subscriptionDeliveries = call('users/subscription/deliveries', {
  summary: 'Lists the last calls of a subscription’s address, newest first.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Object({ list: Type.Array(SubscriptionDelivery) }),
  errors: ['subscription.gone'],
});
export const subscriptionResend = call('users/subscription/resend', {
  summary: 'Calls a subscription’s address once more with what a former call sent.',
  access: 'user',
  input: Type.Object({ id: Id(), delivery_id: Id() }),
  output: Empty(),
  errors: ['subscription.gone', 'subscription.delivery'],
});

export const subscriptionCalls = [
  subscriptionList,
  subscriptionEdit,
  subscriptionSecret,
  subscriptionDelete,
  subscriptionDeliveries,
  subscriptionResend,
] as const;

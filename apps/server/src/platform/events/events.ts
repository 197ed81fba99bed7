import type { EventKind } from '@atrium/contract/kit.ts';
import type { Static, TSchema } from 'typebox';
import type { Bus } from './bus.ts';

/**
 * The receivers of an event. `dialog` and `project` name a membership to look receivers up from (`version` says how
 * fresh the look-up must be); `users` names the people themselves. `nodes` are the servers of this workspace: the event
 * is a message of `Topics`, named by its action, and no person gets it.
 */
export type Audience =
  | { aud: 'dialog'; ref: number; version: number }
  | { aud: 'project'; ref: number; version: number }
  | { aud: 'users'; users: readonly number[] }
  | { aud: 'all' }
  | { aud: 'nodes' };

/** Receivers whose copy differs from the common one by `patch`. */
export interface Variant {
  users: readonly number[];
  patch: Record<string, unknown>;
}

export interface PendingEvent {
  type: string;
  action: string;
  data: unknown;
  audience: Audience;
  variants?: readonly Variant[];
  /** The id of the caller's own connection, which has the answer already. */
  skipFd?: string;
  /** Top-level fields of the frame, beside `data`. */
  extra?: Record<string, unknown>;
}

export interface CommittedEvent extends PendingEvent {
  id: number;
  /**
   * The time at which the commit was answered, in Unix milliseconds; for an event from the log, the time at which its
   * transaction began. Undefined if a node of an earlier release announced it.
   */
  at?: number;
  /** The person who made the change. */
  by?: number;
  /** The transaction of an event from the log. Connections that have read the log past it have the event already. */
  xid?: string;
}

export type Emit = <D extends TSchema>(
  kind: EventKind<D>,
  audience: Audience,
  data: Static<D>,
  variants?: readonly Variant[],
) => void;

/** The messages between parts of this server. */
export interface Topics {
  event: CommittedEvent;
  /**
   * A person came online or went offline. The message is not stored. `isHere` is true for a connection to this node.
   */
  line: { userid: number; online: boolean; isHere: boolean };
  /**
   * The cached sign-ins of this person or device are outdated. `ended` also closes the sockets; `renewed` does too, for
   * a device that continues with a new token.
   */
  session: { userid: number; deviceId?: number; ended: boolean; renewed?: boolean };
  setting: { name: string };
  /** This node has the new value of a section. */
  settingRead: { name: string };
  /** Names, heads or parents of departments changed. */
  department: Record<string, never>;
}
/** The type of notices for the nodes of this workspace. */
export const NODE_NOTICE = 'node';
/** Topics that must reach every node: they are written to the log, together with their change. */
export type NoticeTopic = 'session' | 'setting' | 'department';
export type EventBus = Bus<Topics>;

export const toUsers = (...users: number[]): Audience => ({ aud: 'users', users: [...new Set(users)] });

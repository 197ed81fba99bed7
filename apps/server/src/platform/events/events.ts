import type { EventKind } from '@atrium/contract/kit.ts';
import type { Static, TSchema } from 'typebox';
import type { Bus } from './bus.ts';

/**
 * The receivers of an event. `dialog` and `project` name a membership to look receivers up from (`version` says how
 * fresh the look-up must be); `users` names the people themselves.
 */
export type Audience =
  | { aud: 'dialog'; ref: number; version: number }
  | { aud: 'project'; ref: number; version: number }
  | { aud: 'users'; users: readonly number[] }
  | { aud: 'all' };

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
  /** The caller's own socket, which has the answer already. */
  skipFd?: string;
  /** Top-level fields of the frame, beside `data`. */
  extra?: Record<string, unknown>;
}

export interface CommittedEvent extends PendingEvent {
  id: number;
  /** Its transaction, if it was read from the log: connections that have read the log past it have it. */
  xid?: string;
}

export type Emit = <D extends TSchema>(
  kind: EventKind<D>,
  audience: Audience,
  data: Static<D>,
  variants?: readonly Variant[],
) => void;

/** What travels between nodes. */
export interface Topics {
  event: CommittedEvent;
  /** Not stored: a person came online or went offline. */
  line: { userid: number; online: boolean };
  /**
   * Cached sign-ins of this person or device are stale. `ended` also closes the sockets; `renewed` does too, for a
   * device that continues with a new token.
   */
  session: { userid: number; deviceId?: number; ended: boolean; renewed?: boolean };
  /** Not stored: sent to one person's open connections as it is. */
  whisper: { userid: number; frame: string };
  setting: { name: string };
  /** Names, heads or parents of departments changed. */
  department: Record<string, never>;
}
export type EventBus = Bus<Topics>;

export const toUsers = (...users: number[]): Audience => ({ aud: 'users', users: [...new Set(users)] });

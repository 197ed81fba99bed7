import { type Static, Type } from 'typebox';
import { Count, call, DateTime, OneOf } from '../kit.ts';

/** The parts that the status page checks. Some exist only where they are configured: replica, redis, servers. */
export const STATUS_CHECKS = [
  'database',
  'replica',
  'redis',
  'servers',
  'storage',
  'jobs',
  'followers',
  'meetings',
  'mail',
  'address',
  'registration',
  'push',
  'clock',
  'backup',
] as const;

/** `warn`: works, and should be looked at. `bad`: does not work. */
const StatusState = OneOf('ok', 'warn', 'bad');

const StatusCheck = Type.Object({
  name: OneOf(...STATUS_CHECKS),
  state: StatusState,
  /** The finding and the advice, in the caller's language. */
  text: Type.String(),
});
export type StatusCheck = Static<typeof StatusCheck>;
/** A server of this workspace. */
const StatusNode = Type.Object({
  id: Type.String(),
  /** The address at which the other servers reach it; '' for the only server. */
  address: Type.String(),
  version: Type.String(),
  started_at: DateTime(),
  /** True for the server that answers this call. */
  is_self: Type.Boolean(),
  /** True for the server that runs the scheduled work. */
  is_leader: Type.Boolean(),
  /** People connected to it. */
  online: Count(),
});
export type StatusNode = Static<typeof StatusNode>;
export const systemStatus = call('system/status', {
  summary: 'Says what works and what does not, with what to do, and lists the servers of the workspace.',
  access: 'admin',
  output: Type.Object({
    /** The worst of the checks. */
    state: StatusState,
    checks: Type.Array(StatusCheck),
    nodes: Type.Array(StatusNode),
  }),
});

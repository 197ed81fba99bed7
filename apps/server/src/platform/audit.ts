import type { AuditAction, AuditTarget } from '@atrium/contract/workspace/audit.ts';
import { type CompiledQuery, sql } from 'kysely';
import type { Writer } from './db/pool.ts';
import { isSealed } from './secrets.ts';

/** A row of the audit log. The caller, their address and the time are added. */
export interface AuditEntry {
  action: AuditAction;
  /** The person who did it, if that is not the caller: a person who signs in has no session yet. 0 = unknown. */
  by?: number;
  /** The object of the action. `name` is recorded as it is now. */
  target?: { type: AuditTarget; id?: number; name?: string };
  /** Details of the action. Secrets must be masked, see `maskSecrets`. */
  detail?: Record<string, unknown>;
}

/** The part of a `Caller` that is recorded. */
export interface Actor {
  userid: number;
  ip: string;
  userAgent: string;
}

const NAME_LENGTH = 255;
const AGENT_LENGTH = 500;

export const compileAudit = (tx: Writer, caller: Actor, { action, by, target, detail }: AuditEntry): CompiledQuery =>
  sql`insert into audit_log (action, userid, target_type, target_id, target_name, ip, agent, detail)
    values (${action}, ${by ?? caller.userid}, ${target?.type ?? ''}, ${target?.id ?? 0},
      ${cut(target?.name ?? '', NAME_LENGTH)}, ${caller.ip}, ${cut(caller.userAgent, AGENT_LENGTH)},
      ${JSON.stringify(detail ?? {})}::jsonb)`.compile(tx);

/** PostgreSQL refuses NUL, which a text from strangers may have. */
const cut = (text: string, length: number) => text.replaceAll('\0', '').slice(0, length);

const SECRET = /(password|secret|token|seed|invite)$|private|^key$|_key$|Key$/i;
const MASK = '••••••';

/**
 * Returns the value with passwords, keys and tokens replaced, at any depth. The result shows whether there was one.
 *
 * @param names  fields that hold a secret although their name does not say so
 */
export function maskSecrets(value: unknown, name = '', names: ReadonlySet<string> = new Set()): unknown {
  if (Array.isArray(value)) return value.map((each) => maskSecrets(each, name, names));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskSecrets(each, key, names)]));
  }
  if (typeof value !== 'string' || value === '') return value;
  return SECRET.test(name) || names.has(name) || isSealed(value) ? MASK : value;
}

/** The differences between two values of a setting, by name, with secrets masked; a changed secret is listed too. */
export function settingChanges(
  before: unknown,
  after: unknown,
  names?: ReadonlySet<string>,
): Record<string, { from: unknown; to: unknown }> {
  const [old, fresh] = [asFields(before), asFields(after)];
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    if (JSON.stringify(old[name]) === JSON.stringify(fresh[name])) continue;
    changes[name] = {
      from: maskSecrets(old[name] ?? null, name, names),
      to: maskSecrets(fresh[name] ?? null, name, names),
    };
  }
  return changes;
}
const asFields = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : value === null || value === undefined
      ? {}
      : { value };

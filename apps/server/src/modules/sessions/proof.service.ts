import { fail } from '#platform/fail';
import type { View, WritingView } from '#platform/work';
import { requirePerson } from './accessTokens.service.ts';
import { findPersonProvedAt, findProvedAt, setProvedAt } from './sessions.queries.ts';

/** The time for which a proof of password or second factor counts. Signing in is one. */
const PROOF_MS = 10 * 60_000;

/**
 * Asks the person again who they are before a dangerous change: somebody else may be at the unlocked device.
 *
 * @throws proof.needed  unless this device has proved it within ten minutes, by signing in or by `users/prove`
 */
export async function requireProof({ tx, caller, now }: Pick<View, 'tx' | 'caller' | 'now'>): Promise<void> {
  requirePerson(caller);
  // The server's own work has no device and needs no proof.
  if (caller.deviceId === 0) return;
  if (!isRecent(await findProvedAt(tx, caller.deviceId), now)) throw fail('proof.needed');
}

/** True if the person has proved their identity within ten minutes. For commands, which do not know the device. */
export async function hasProof({ tx, caller, now }: Pick<View, 'tx' | 'caller' | 'now'>): Promise<boolean> {
  return isRecent(await findPersonProvedAt(tx, caller.userid), now);
}

const isRecent = (row: { proved_at: Date | null } | undefined, now: Date): boolean =>
  row?.proved_at !== undefined && row.proved_at !== null && now.getTime() - row.proved_at.getTime() <= PROOF_MS;

export async function noteProof({ tx, caller, now }: Pick<WritingView, 'tx' | 'caller' | 'now'>): Promise<void> {
  await setProvedAt(tx, caller.deviceId, now);
}

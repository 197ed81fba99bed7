import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefused } from './startRefused.ts';

export type Account = { uid: number; gid: number; name: string };

/**
 * The account that runs the database if Atrium itself is root: PostgreSQL refuses to run as root. `null` means the
 * current account.
 *
 * initdb looks its own account up by name, so an arbitrary free uid is not enough.
 *
 * @param clusterOwner  uid of an existing cluster, which has to stay with its owner
 */
export function unprivilegedAccount(clusterOwner?: number): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = knownAccounts();
  const found =
    (clusterOwner ? accounts.find((account) => account.uid === clusterOwner) : undefined) ??
    ['atrium', 'postgres', 'nobody'].flatMap((name) => accounts.filter((account) => account.name === name))[0];
  if (!found || found.uid === 0) {
    throw new StartRefused(
      'PostgreSQL does not run as root and there is no account named atrium, postgres or nobody: start Atrium as an ordinary user.',
    );
  }
  return found;
}

function knownAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** True if `account` may pass every folder above `path`; access lists beyond the mode bits are not considered. */
export function canReach(account: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

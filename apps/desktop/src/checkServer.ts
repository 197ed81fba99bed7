import { readAddress } from './servers.ts';

const LIMIT_MS = 10_000;

export type ConnectProblem = 'shell.no_address' | 'shell.bad_address' | 'shell.unreachable';

/** Checks that an Atrium server answers at a typed address. */
export async function checkServer(
  typed: string,
  fetchIt: typeof fetch,
): Promise<{ url: string } | { problem: ConnectProblem }> {
  const address = readAddress(typed);
  if ('problem' in address) return address;
  try {
    const response = await fetchIt(`${address.url}/api/system/version`, {
      signal: AbortSignal.timeout(LIMIT_MS),
      credentials: 'omit',
      // Another address than the one that was typed would be trusted with it.
      redirect: 'error',
    });
    const answer = (await response.json()) as { publish?: unknown; version?: unknown };
    const isAtrium = response.ok && typeof answer.version === 'string' && typeof answer.publish === 'object';
    return isAtrium ? address : { problem: 'shell.unreachable' };
  } catch {
    return { problem: 'shell.unreachable' };
  }
}

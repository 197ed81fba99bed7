import pg from 'pg';

const PROBE_MS = 2000;

/**
 * The addresses of one database on several hosts: `postgres://user@one:5432,two:5432/name`, as PostgreSQL's own
 * programs read it. Each is the address with one of the hosts. `target_session_attrs` counts as `read-write`, because
 * Atrium needs the primary.
 */
export function addressesOf(url: string): string[] {
  const match = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url);
  if (!match) return [url];
  const [, front = '', hosts = '', rest = ''] = match;
  const own = rest.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_all, before: string, after: string) =>
    after ? before : '',
  );
  return hosts.split(',').map((host) => `${front}${host}${own}`);
}

/** The host that was the primary at the last check, by address. */
const primaries = new Map<string, string>();

/** The host that was the primary at the last look. */
export const lastPrimary = (url: string): string => primaries.get(url) ?? addressesOf(url)[0] ?? url;

/**
 * Finds the primary among the hosts. A single host is the one in any state.
 *
 * @throws the last error, if no host is a primary
 */
export async function findPrimary(url: string): Promise<string> {
  const addresses = addressesOf(url);
  const [only] = addresses;
  if (addresses.length === 1 && only) return only;
  const known = lastPrimary(url);
  const outcomes = await Promise.allSettled(addresses.map(requirePrimary));
  const found = addresses.filter((_, index) => outcomes[index]?.status === 'fulfilled');
  // Two primaries at once are a fault of the cluster, so the known one stays in use.
  const primary = found.includes(known) ? known : found[0];
  if (primary === undefined) {
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    throw reasons.find(({ message }) => message === IS_STANDBY) ?? reasons.at(-1) ?? new Error(IS_STANDBY);
  }
  primaries.set(url, primary);
  return primary;
}

const IS_STANDBY = 'the host is a standby';

async function requirePrimary(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby !== false) throw new Error(IS_STANDBY);
  } finally {
    client.connection?.stream.destroy();
  }
}

import { hasSealedValues } from '#platform/db/sealedValues.queries';
import type { Log } from '#platform/log';
import { closeKeyFile, keysInFolder } from '#platform/secrets';

interface KeySettings {
  /** The keys of the environment, the current one first; null = those in the data folder. */
  secretKeys: string[] | null;
  /** A new key may be made although the database has secrets of an earlier one. */
  forgetSecrets: boolean;
  dataDir: string;
}

/**
 * Keys that encrypt stored secrets; the first start makes one in the data folder unless the environment has one.
 *
 * @throws StartRefused  if the key of this database is missing
 */
export async function secretKeysOf(
  { secretKeys, forgetSecrets, dataDir }: KeySettings,
  databaseUrl: string,
  log: Pick<Log, 'warn'>,
): Promise<string[]> {
  if (secretKeys) return secretKeys;
  const keys = await keysInFolder(dataDir, async () => !forgetSecrets && (await hasSealedValues(databaseUrl)));
  await closeKeyFile(dataDir, log);
  return keys;
}

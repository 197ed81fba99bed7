import { hasSealedValues } from '#platform/db/sealedValues.queries';
import type { Log } from '#platform/log';
import { closeKeyFile, keysInFolder } from '#platform/secrets';
import type { Config } from './config.ts';

/**
 * Keys that encrypt stored secrets; the first start makes one in the data folder unless the environment has one.
 *
 * @throws StartRefused  if the key of this database is missing
 */
export async function secretKeysOf(
  { secretKeys, forgetSecrets, dataDir }: Pick<Config, 'secretKeys' | 'forgetSecrets' | 'dataDir'>,
  databaseUrl: string,
  log: Pick<Log, 'warn'>,
): Promise<string[]> {
  if (secretKeys) return secretKeys;
  const keys = await keysInFolder(dataDir, async () => !forgetSecrets && (await hasSealedValues(databaseUrl)));
  await closeKeyFile(dataDir, log);
  return keys;
}

import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../config.ts';
import { endProcess } from '../platform/endProcess.ts';
import { addKey, newSecretKey, secretKeyFile } from '../platform/secrets.ts';

const USAGE = `npm run rotate-key

Makes a new key for the secrets in the database. The next start encrypts them with it. docs/secrets.md has the details.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  if (process.argv.length > 2) {
    say(USAGE);
    return;
  }
  const { secretKeys, dataDir } = readConfig();
  if (secretKeys) {
    say('The key is set by ATRIUM_SECRET_KEY. Set these two, and restart Atrium:');
    say(`ATRIUM_SECRET_KEY=${newSecretKey()}`);
    say('ATRIUM_SECRET_KEY_OLD=the present ATRIUM_SECRET_KEY');
    return;
  }
  if (!existsSync(secretKeyFile(dataDir))) {
    throw new ConfigError(
      `There is no secret.key in ${dataDir}. Set ATRIUM_DATA to the folder of your workspace. Nothing was changed.`,
    );
  }
  const keys = await addKey(dataDir);
  say(`A new key is in ${secretKeyFile(dataDir)}. Restart Atrium: it encrypts the stored secrets with it.`);
  if (keys.length > 1) say('Earlier keys stay in the file, because older backups need them.');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  endProcess(1);
});

import { ConfigError, readConfig } from '../config.ts';
import { unlockAccount } from '../modules/auth/passwords/unlock.service.ts';
import { findPrimary } from '../platform/db/hosts.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { makeLog } from '../platform/log.ts';
import { StartRefused, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { findRunningDatabase } from '../platform/postgres/running.ts';

const USAGE = `npm run unlock -- EMAIL

For an administrator whom nobody else can let in: removes the second factors of the account with this address, enables
it if it was disabled, and prints a link to choose a new password, valid for an hour. Atrium may run.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** @returns the exit code */
async function main(): Promise<number> {
  const [email, ...surplus] = process.argv.slice(2);
  if (!email || email.startsWith('-') || surplus.length > 0) {
    say(USAGE);
    return email === '--help' || email === '-h' ? 0 : 1;
  }
  const config = readConfig();
  const running = config.databaseUrl ?? (await findRunningDatabase(config.dataDir));
  const postgres = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log: makeLog('warn') });
  const database = openDatabase(await findPrimary(running ?? postgres?.url ?? ''), 2);
  try {
    const url = await unlockAccount(database.db, config.publicUrl, email);
    say(
      url ? `Open this link within an hour to choose a new password:\n${url}` : `No account has the address ${email}.`,
    );
    return url ? 0 : 1;
  } finally {
    await database.close();
    await postgres?.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isKnown = error instanceof ConfigError || error instanceof StartRefused;
    process.stderr.write(`${isKnown ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  },
);

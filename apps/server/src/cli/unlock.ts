import { readConfig } from '../config.ts';
import { unlockAccount } from '../modules/auth/passwords/unlock.service.ts';
import { runCommand } from './command.ts';
import { openOwnDatabase } from './database.ts';
import { printLine } from './progress.ts';

const USAGE = `npm run unlock -- EMAIL

For an administrator whom nobody else can let in: removes the second factors of the account with this address, enables
it if it was disabled, and prints a link to choose a new password, valid for an hour. Atrium may run.`;

/** @returns the exit code */
async function main([email, ...surplus]: string[]): Promise<number> {
  if (!email || email.startsWith('-') || surplus.length > 0) {
    printLine(USAGE);
    return 1;
  }
  const config = readConfig();
  const { database, close } = await openOwnDatabase(config);
  try {
    const url = await unlockAccount(database.db, email, config.hasPublicUrl ? config.publicUrl : null);
    printLine(
      url ? `Open this link within an hour to choose a new password:\n${url}` : `No account has the address ${email}.`,
    );
    return url ? 0 : 1;
  } finally {
    await close();
  }
}

runCommand(USAGE, main);

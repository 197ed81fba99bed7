// Starts the server where a service manager gives secrets as files: systemd by LoadCredential, containers in
// /run/secrets. A file named like a variable (DATABASE_URL, REDIS_URL, PGPASSWORD, ...) sets it. With a command as the
// first word it runs that instead: node deploy/start.mjs backup FOLDER
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../scripts/lib/directImports.mjs';

const folder = process.env.CREDENTIALS_DIRECTORY ?? '/run/secrets';
for (const name of existsSync(folder) ? readdirSync(folder) : []) {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
  if (process.env[name]) {
    process.stderr.write(`${name} is set twice: in the environment and as the file ${join(folder, name)}.\n`);
    process.exit(1);
  }
  process.env[name] = readFileSync(join(folder, name), 'utf8').trim();
}
const COMMANDS = ['backup', 'restore', 'move', 'storage', 'reindex', 'import', 'unlock', 'rotate-key'];
const command = COMMANDS.find((each) => each === process.argv[2]);
if (command) process.argv.splice(2, 1);
const file = command === 'rotate-key' ? 'rotateKey' : command;
await import(file ? `../apps/server/src/cli/${file}.ts` : '../apps/server/src/main.ts');

// Starts the server where a service manager gives secrets as files: systemd by LoadCredential, containers in
// /run/secrets. A file named like a variable (DATABASE_URL, REDIS_URL, PGPASSWORD, ...) sets it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.CREDENTIALS_DIRECTORY ?? '/run/secrets';
for (const name of existsSync(folder) ? readdirSync(folder) : []) {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
  if (process.env[name]) {
    process.stderr.write(`${name} is set twice: in the environment and as the file ${join(folder, name)}.\n`);
    process.exit(1);
  }
  process.env[name] = readFileSync(join(folder, name), 'utf8').trim();
}
await import('../apps/server/src/main.ts');

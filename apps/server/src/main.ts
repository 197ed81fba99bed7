import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { createFirstAdmin } from '#modules/auth/admin.service';
import { settleImports } from '#modules/imports/run.service';
import { startPushing } from '#modules/notifications/push.service';
import { startIndexing } from '#modules/search/index.service';
import { startHousekeeping } from '#modules/sync/housekeeping.jobs';
import { migrate, SchemaTooNew } from '#platform/db/migrate';
import { makeLog } from '#platform/log';
import { StartRefused, startEmbeddedPostgres } from '#platform/postgres/embedded';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

/** Opens resources in order, starts, and stops in reverse. What it cannot start with is one sentence and exit code 1. */
async function main(): Promise<void> {
  const isDemo = wantsDemo(process.argv.slice(2));
  const config = readConfig();
  const log = makeLog(config.logLevel);
  const closers: (() => Promise<void>)[] = [];
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    for (const close of closers.reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'stopping'));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  try {
    let databaseUrl = config.databaseUrl;
    if (!databaseUrl) {
      const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
      closers.push(() => postgres.stop());
      databaseUrl = postgres.url;
    }
    await migrate(databaseUrl);
    const running = await buildApp({
      databaseUrl,
      publicUrl: config.publicUrl,
      version: await ownVersion(),
      log,
      smtpUrl: config.smtpUrl,
      webDir: config.webDir,
      uploadDir: path.join(config.dataDir, 'uploads'),
      filesDir: config.storageDir,
    });
    closers.push(() => running.close());
    if (config.admin) await createFirstAdmin(running.app, config.admin);
    if (isDemo) {
      const { DEMO_PASSWORD, fillDemo } = await import('#modules/demo/demo.service');
      await fillDemo(running.app);
      process.stdout.write(
        `\nThe demonstration team: sign in as ada@demo.example with the password ${DEMO_PASSWORD}.\n`,
      );
    }
    await settleImports(running.app);
    closers.push(await startHousekeeping(running.app));
    closers.push(startIndexing(running.app));
    closers.push(startPushing(running.app));
    await running.server.listen({ port: config.port, host: config.host });
    await announce(running.app.db, config.publicUrl);
    // Now, and not only at an orderly end: after a crash the next start is to be quick too.
    flushCompileCache();
  } catch (error) {
    if (!isOrdinary(error)) log.error({ err: error }, 'Atrium could not start');
    else process.stderr.write(`${ordinaryReason(error, config.port)}\n`);
    await stop(1);
  }
}

function wantsDemo(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown) throw new ConfigError(`There is no option ${unknown}; the only one is --demo.`);
  return words.length > 0;
}

const isOrdinary = (error: unknown) =>
  error instanceof StartRefused ||
  error instanceof SchemaTooNew ||
  ['EADDRINUSE', 'EACCES', 'ECONNREFUSED', '28P01', '3D000', 'ENOTFOUND'].includes(
    (error as { code?: string }).code ?? '',
  );

function ordinaryReason(error: unknown, port: number): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what uses it, or set ATRIUM_PORT to another one.`;
  if (code === 'EACCES') return `This account may not open port ${port}: choose one above 1024 with ATRIUM_PORT.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'No PostgreSQL answers at DATABASE_URL: check the address, and that it runs.';
  if (code === '28P01') return 'The PostgreSQL at DATABASE_URL refuses this user and password.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist: create it first.';
  return message;
}

async function ownVersion(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function announce(db: Awaited<ReturnType<typeof buildApp>>['app']['db'], url: string): Promise<void> {
  const someone = await db.selectFrom('users').select('userid').limit(1).executeTakeFirst();
  const next = someone
    ? ''
    : `\nNobody has an account yet: open ${url}/login and register. The first account becomes the administrator.`;
  process.stdout.write(`\nAtrium is running at ${url}${next}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
});

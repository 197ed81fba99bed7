import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { translate } from '@atrium/i18n/translate.ts';
import { createFirstAdmin } from '#modules/auth/admin.service';
import { settleImports } from '#modules/imports/run.service';
import { startPushing } from '#modules/notifications/push.service';
import { startIndexing } from '#modules/search/index.service';
import { startHousekeeping } from '#modules/sync/housekeeping.jobs';
import { migrate } from '#platform/db/migrate';
import { Failure } from '#platform/fail';
import { listenOn } from '#platform/http/listen';
import { makeLog } from '#platform/log';
import { StartRefused, startEmbeddedPostgres } from '#platform/postgres/embedded';
import { buildApp, type RunningApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

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
      proxies: config.proxies,
      version: await ownVersion(),
      log,
      smtpUrl: config.smtpUrl,
      webDir: config.webDir,
      uploadDir: path.join(config.dataDir, 'uploads'),
      filesDir: config.storageDir,
    });
    closers.push(() => running.close());
    if (config.admin) await makeAdmin(running.app, config.admin);
    if (isDemo) await demonstrate(running.app);
    await settleImports(running.app);
    closers.push(await startHousekeeping(running.app));
    closers.push(startIndexing(running.app));
    closers.push(startPushing(running.app));
    await listenOn(running.server, config);
    await announce(running.app.db, config.publicUrl);
    // Now, and not only at an orderly end: after a crash the next start is to be quick too.
    flushCompileCache();
  } catch (error) {
    if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`);
    else log.error({ err: error }, 'Atrium could not start');
    await stop(1);
  }
}

function wantsDemo(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown) throw new ConfigError(`There is no option ${unknown}; the only one is --demo.`);
  return words.length > 0;
}

/** @throws StartRefused  where they are no e-mail and password */
async function makeAdmin(app: RunningApp['app'], admin: NonNullable<Config['admin']>): Promise<void> {
  try {
    await createFirstAdmin(app, admin);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const why = translate('en', `error.${error.code}`, error.data as Record<string, string>);
    throw new StartRefused(`The administrator of ATRIUM_ADMIN_EMAIL and ATRIUM_ADMIN_PASSWORD cannot be made: ${why}`);
  }
}

async function demonstrate(app: RunningApp['app']): Promise<void> {
  const { DEMO_EMAIL, DEMO_PASSWORD, fillDemo } = await import('#modules/demo/demo.service');
  const outcome = await fillDemo(app);
  const words =
    outcome === 'occupied'
      ? 'Nothing was filled in for the demonstration: this workspace has accounts already, and it takes an empty one. Set ATRIUM_DATA to a folder of its own.'
      : `The demonstration team${outcome === 'there' ? ' is here already' : ''}: sign in as ${DEMO_EMAIL} with the password ${DEMO_PASSWORD}.`;
  process.stdout.write(`\n${words}\n`);
}

async function ownVersion(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function announce(db: RunningApp['app']['db'], url: string): Promise<void> {
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

import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { translate } from '@atrium/i18n/translate.ts';
import { modules } from '#modules/modules';
import { migrate } from '#platform/db/migrate';
import { watchDatabase } from '#platform/db/watch';
import { endProcess } from '#platform/endProcess';
import { follow } from '#platform/events/eventLog';
import { Failure } from '#platform/fail';
import { openStorages } from '#platform/files/openStorage';
import { StorageRefused } from '#platform/files/storage';
import { listenOn } from '#platform/http/listen';
import { forgetOld, startJobs } from '#platform/jobs';
import type { Log } from '#platform/log';
import { StartRefused } from '#platform/postgres/startRefused';
import { releaseMemoryWhenIdle } from '#platform/releaseMemory';
import { SecretKeyMissing, WRONG_KEY } from '#platform/secrets';
import { buildApp, provided, type RunningApp } from './app.ts';
import type { Config } from './config.ts';
import type { EarlyDatabase } from './earlyDatabase.ts';
import { secretKeysOf } from './secretKeys.ts';

/** The time that stopping waits for a start that is still running. */
const GRACE_MS = 3000;
/** The time that stopping waits for each group of parts to close. */
const CLOSE_MS = 6000;
/** The process exits after this time, and the time to drain, in any case. The next start recovers what was not closed. */
const END_MS = 9500;

export interface ServeOptions {
  config: Config;
  log: Log;
  isDemo: boolean;
  /** The address of a database that runs elsewhere, or the embedded one. */
  database: string | EarlyDatabase;
  /** Aborted when the operator asks the server to end. */
  asked: AbortSignal;
}

interface Start extends Omit<ServeOptions, 'asked'> {
  /** Functions that close the opened parts, in the order of opening; the parts of one entry are closed together. */
  closers: (() => Promise<void>)[][];
  signal: AbortSignal;
  onLost(reason: StartRefused): void;
}

/** Opens resources in order, starts, and stops in reverse. A refused start prints one sentence and exits with code 1. */
export async function serve({ asked, ...options }: ServeOptions): Promise<void> {
  const { config, log } = options;
  const database = typeof options.database === 'string' ? null : options.database;
  const closers: (() => Promise<void>)[][] = database ? [[database.close]] : [];
  const ending = new AbortController();
  let opened: Promise<unknown> = Promise.resolve();
  const stop = async (code: number) => {
    if (ending.signal.aborted) return;
    ending.abort();
    const drainMs = config.cluster?.drainMs ?? 0;
    setTimeout(() => {
      log.warn({}, 'not everything could be closed in time');
      process.exit(code);
    }, END_MS + drainMs);
    await Promise.race([opened, sleep(GRACE_MS)]);
    for (const together of closers.reverse()) {
      const closing = together.map((close) =>
        close().catch((error: unknown) => log.error({ err: error }, 'a part could not be closed')),
      );
      await Promise.race([Promise.all(closing), sleep(Math.max(CLOSE_MS, drainMs + 1000))]);
    }
    endProcess(code);
  };
  const refuse = (error: unknown) => {
    // The start was stopped on purpose: its errors are of no interest.
    if (ending.signal.aborted) return;
    if (error instanceof StartRefused || error instanceof StorageRefused) process.stderr.write(`${error.message}\n`);
    else if (error instanceof SecretKeyMissing) process.stderr.write(`${WRONG_KEY}\n`);
    else log.error({ err: error }, 'Atrium could not start');
    void stop(1);
  };
  if (asked.aborted) return stop(0);
  asked.addEventListener('abort', () => void stop(0));
  void database?.lost.then(refuse);
  opened = open({ ...options, closers, signal: ending.signal, onLost: refuse }).catch(refuse);
  await opened;
}

async function open({ config, log, isDemo, database, closers, signal, onLost }: Start): Promise<void> {
  const storage = await openStorages(config.storage, config.oldStorage);
  closers.push([async () => storage.close()]);
  signal.throwIfAborted();
  const databaseUrl = typeof database === 'string' ? database : (await database.postgres).url;
  signal.throwIfAborted();
  const watch = await watchDatabase({
    connectionString: databaseUrl,
    log,
    reserve: { isShared: config.cluster !== null, onLost },
  });
  closers.push([() => watch.close()]);
  await migrate(databaseUrl);
  signal.throwIfAborted();
  const running = await buildApp({
    databaseUrl,
    databaseReadUrl: config.databaseReadUrl,
    secretKeys: await secretKeysOf(config, databaseUrl, log),
    forgetSecrets: config.forgetSecrets,
    publicUrl: config.publicUrl,
    acceptsAnyOwnAddress: !config.hasPublicUrl,
    metricsToken: config.metricsToken,
    proxies: config.proxies,
    localHosts: config.localHosts,
    version: await ownVersion(),
    tracing: config.tracing,
    log,
    smtpUrl: config.smtpUrl,
    webDir: config.webDir,
    uploadDir: path.join(config.dataDir, 'uploads'),
    storage,
    backup: config.backup,
    meet: config.meet,
    cluster: config.cluster,
    watch,
  });
  closers.push([() => running.close()]);
  const { app } = running;
  if (watch.isFirst) for (const { recover } of modules) await recover?.(app);
  await watch.admitNodes();
  if (config.admin) await makeAdmin(app, config.admin);
  if (isDemo) await demonstrate(app);
  // Read before listening: once callers can connect, a failing query must not end the server. And before the followers
  // start, which take all connections to the database.
  const [words] = await Promise.all([announcement(app, config.publicUrl), forgetOld(app, modules)]);
  signal.throwIfAborted();
  closers.push([
    await startJobs(app, modules),
    ...modules.flatMap(({ followers }) => followers ?? []).map((each) => follow(app, each)),
    // Closed first: no new connections from here on.
    async () => running.stopAccepting(),
  ]);
  if (config.cluster) {
    const { drainMs } = config.cluster;
    closers.push([
      async () => {
        running.leave();
        await sleep(drainMs);
      },
    ]);
  }
  signal.throwIfAborted();
  await listenOn(running.server, config);
  process.stdout.write(words);
  // Flushed now and not only on exit, so that the start after a crash is fast too.
  flushCompileCache();
  releaseMemoryWhenIdle();
}

/** @throws StartRefused  for an invalid email or password */
async function makeAdmin(app: RunningApp['app'], admin: NonNullable<Config['admin']>): Promise<void> {
  try {
    await provided.createFirstAdmin(app, admin);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const why = translate('en', `error.${error.code}`, error.data as Record<string, string>);
    throw new StartRefused(`Can't create the administrator from ATRIUM_ADMIN_EMAIL and ATRIUM_ADMIN_PASSWORD: ${why}`);
  }
}

async function demonstrate(app: RunningApp['app']): Promise<void> {
  const { DEMO_EMAIL, DEMO_PASSWORD, fillDemo } = await import('#modules/demo/demo.service');
  const outcome = await fillDemo(app);
  const words =
    outcome === 'occupied'
      ? 'The demo was not created because this workspace already has accounts. Set ATRIUM_DATA to an empty folder.'
      : `The demo workspace is ready${outcome === 'there' ? ' (it already existed)' : ''}. Sign in as ${DEMO_EMAIL} with the password ${DEMO_PASSWORD}.`;
  process.stdout.write(`\n${words}\n`);
}

async function ownVersion(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function announcement(app: RunningApp['app'], url: string): Promise<string> {
  const next = (await provided.hasAccounts(app))
    ? ''
    : `\nThere are no accounts yet. Open ${url}/login and sign up; the first account becomes the administrator.`;
  return `\nAtrium is running at ${url}${next}\n`;
}

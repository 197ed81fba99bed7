import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@atrium/contract/kit.ts';
import type { StatusCheck, StatusNode, systemStatus } from '@atrium/contract/workspace/status.ts';
import type { en } from '@atrium/i18n/catalogs/en.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import type { App } from '#platform/app';
import { followerLags } from '#platform/events/eventLog';
import { ExtensionPoint } from '#platform/extensionPoint';
import { jobCounts } from '#platform/jobs';
import { translateReason } from '#platform/outside/refusal';
import { wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { settingSection, settingsOf } from './settings.service.ts';
import { countServers, findVersion } from './system.queries.ts';

type Name = StatusCheck['name'];
type Key = Extract<keyof typeof en, `status.${string}`>;
/** A check's outcome: its state, its text by key, and the values for the text. */
export type StatusFinding = readonly [StatusCheck['state'], Key, Record<string, string | number>?];

/** Checks that later modules add. */
export const statusChecks = new ExtensionPoint<{ name: Name; check: (app: App) => Promise<StatusFinding> }>();

const SLOW_MS = 100;
const LOW_BYTES = 5e9;
const LATE_SECONDS = 120;
const DRIFT_MS = 60_000;
const CALLS_WAITING = 5;

/** The checks for operators, each with a sentence on what to do. */
export async function readStatus(view: View): Promise<OutputOf<typeof systemStatus>> {
  const { app, caller } = view;
  const found = await Promise.all(
    [...checks, ...statusChecks.of(app).map(({ name, check }) => [name, check] as const)].map(
      async ([name, check]): Promise<StatusCheck[]> => {
        const finding = await outcomeOf(() => check(app));
        if (!finding) return [];
        const [state, key, data] = finding;
        return [{ name, state, text: translate(caller.lang, key, asWords(data, caller.lang)) }];
      },
    ),
  );
  const all = found.flat();
  const worst = (['bad', 'warn'] as const).find((state) => all.some((each) => each.state === state)) ?? 'ok';
  return { state: worst, checks: all, nodes: nodesOf(app) };
}

/** A check that fails or does not end is shown as such, beside the others. */
const outcomeOf = (check: () => ReturnType<(typeof checks)[number][1]>): Promise<StatusFinding | undefined> => {
  const overdue = sleep(CHECK_MS, undefined, { ref: false }).then(
    (): StatusFinding => ['bad', 'status.unknown', { reason: `${CHECK_MS / 1000} s` }],
  );
  const checked = (async () => check())().catch(
    (error: unknown): StatusFinding => [
      'bad',
      'status.unknown',
      { reason: String((error as Error).message).slice(0, 300) },
    ],
  );
  return Promise.race([checked, overdue]);
};
const CHECK_MS = 8000;

const asWords = (data: Record<string, string | number> = {}, lang: Language) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, translateReason(String(value), lang)]));

/** A check returns undefined if there is nothing to check. */
const checks: readonly (readonly [
  Name,
  (app: App) => StatusFinding | undefined | Promise<StatusFinding | undefined>,
])[] = [
  ['database', database],
  ['replica', replica],
  ['redis', redis],
  ['servers', servers],
  ['storage', storage],
  ['jobs', jobs],
  ['followers', followers],
  ['meetings', meetings],
  ['mail', mail],
  ['address', address],
  ['registration', registration],
  ['clock', clock],
];

async function database({ db, pool }: App): Promise<StatusFinding> {
  const began = performance.now();
  const version = await findVersion(db);
  const ms = Math.round(performance.now() - began);
  if (pool.waitingCount > CALLS_WAITING) return ['warn', 'status.database.waiting', { count: pool.waitingCount }];
  return ms > SLOW_MS ? ['warn', 'status.database.slow', { ms }] : ['ok', 'status.database.ok', { version, ms }];
}

function replica({ replica: standby }: App): StatusFinding | undefined {
  if (!standby) return undefined;
  return standby.isFresh ? ['ok', 'status.replica.ok'] : ['warn', 'status.replica.late'];
}

function redis({ cluster }: App): StatusFinding | undefined {
  if (!cluster) return undefined;
  return cluster.isUp ? ['ok', 'status.redis.ok'] : ['warn', 'status.redis.away'];
}

async function servers({ cluster, db }: App): Promise<StatusFinding | undefined> {
  if (!cluster) return undefined;
  const all = [cluster.self, ...cluster.others];
  const count = await countServers(db);
  // Servers with different Redis know nothing of each other, and all messages between them go through the log.
  if (cluster.isUp && count > all.length) return ['bad', 'status.servers.apart', { count, reachable: all.length }];
  const versions = [...new Set(all.map(({ version }) => version))].sort();
  const [version = ''] = versions;
  return versions.length > 1
    ? ['warn', 'status.servers.mixed', { versions: versions.join(', ') }]
    : ['ok', 'status.servers.ok', { count: all.length, version }];
}

async function storage(app: App): Promise<StatusFinding> {
  try {
    const { folder: place, free, is_bucket } = await app.storage.check();
    if (is_bucket) return ['ok', 'status.storage.bucket', { place }];
    const data = { place, free: `${(free / 1e9).toFixed(1)} GB` };
    return free < LOW_BYTES ? ['warn', 'status.storage.low', data] : ['ok', 'status.storage.ok', data];
  } catch (error) {
    return ['bad', 'status.storage.failed', { reason: String((error as Error).message).slice(0, 300) }];
  }
}

async function jobs(app: App): Promise<StatusFinding> {
  const { waiting, failed, oldestSeconds } = await jobCounts(app);
  if (oldestSeconds > LATE_SECONDS)
    return ['warn', 'status.jobs.waiting', { count: waiting, minutes: Math.round(oldestSeconds / 60) }];
  return failed > 0 ? ['warn', 'status.jobs.failed', { count: failed }] : ['ok', 'status.jobs.ok'];
}

async function followers(app: App): Promise<StatusFinding> {
  const lags = await followerLags(app);
  const slowest = lags.toSorted((a, b) => b.seconds - a.seconds)[0];
  return slowest && slowest.seconds > LATE_SECONDS
    ? ['warn', 'status.followers.late', { name: slowest.name, minutes: Math.round(slowest.seconds / 60) }]
    : ['ok', 'status.followers.ok'];
}

async function meetings(app: App): Promise<StatusFinding> {
  if ((await settingSection<{ open?: string }>(app, 'meeting', {})).open === 'close')
    return ['ok', 'status.meetings.off'];
  const { udp, tcp } = app.meet.ports;
  const { server } = app.meet;
  const ports = [`UDP ${udp}`, ...(tcp === null ? [] : [`TCP ${tcp}`])].join(', ');
  try {
    // The process opens the ports when it starts.
    await app.meet.ready();
    return server ? ['ok', 'status.meetings.livekit', { server }] : ['ok', 'status.meetings.ports', { ports }];
  } catch (error) {
    if (server)
      return [
        'bad',
        'status.meetings.livekit_failed',
        { server, reason: String((error as Error).message).slice(0, 300) },
      ];
    return ['bad', 'status.meetings.failed', { reason: String((error as Error).message).slice(0, 300), ports }];
  }
}

/**
 * The time of the last successful connection to the mail server, so that a page that asks every few seconds does not
 * sign in there each time.
 */
const mailReachedAt = new WeakMap<App, number>();
const REMEMBERED_MS = 60_000;

async function mail(app: App): Promise<StatusFinding> {
  if (!(await app.mailer.isReady())) return ['warn', 'status.mail.off'];
  if (Date.now() - (mailReachedAt.get(app) ?? 0) < REMEMBERED_MS) return ['ok', 'status.mail.ok'];
  try {
    await app.mailer.check();
    mailReachedAt.set(app, Date.now());
    return ['ok', 'status.mail.ok'];
  } catch (error) {
    return ['bad', 'status.mail.failed', { reason: String((error as Error).message).slice(0, 300) }];
  }
}

async function registration(app: App): Promise<StatusFinding> {
  const { reg, reg_domains } = await settingsOf(app);
  if (reg === 'open' && !(await app.mailer.isReady())) return ['warn', 'status.registration.unmailed'];
  if (reg === 'open') return ['warn', 'status.registration.open'];
  if (reg === 'domain') return ['ok', 'status.registration.domain', { domains: reg_domains }];
  return ['ok', reg === 'close' ? 'status.registration.close' : 'status.registration.invite'];
}

function address({ publicUrl, acceptsAnyOwnAddress }: App): StatusFinding {
  const { hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
  if (acceptsAnyOwnAddress) return ['warn', 'status.address.unset'];
  if (isLocal) return ['warn', 'status.address.local', { url: publicUrl }];
  return publicUrl.startsWith('https:')
    ? ['ok', 'status.address.ok', { url: publicUrl }]
    : ['warn', 'status.address.plain', { url: publicUrl }];
}

function clock({ clock: time }: App): StatusFinding {
  return Math.abs(time.drift) > DRIFT_MS ? ['warn', 'status.clock.jumped'] : ['ok', 'status.clock.ok'];
}

function nodesOf(app: App): StatusNode[] {
  const { cluster, database: watch, hub } = app;
  const own: StatusNode = {
    id: cluster?.self.id ?? '',
    address: cluster?.self.address ?? '',
    version: app.version,
    started_at: wireTime(new Date(cluster?.self.startedAt ?? Date.now() - process.uptime() * 1000)),
    is_self: true,
    is_leader: watch.isLeader,
    online: hub.userids.length,
  };
  const others = (cluster?.others ?? []).map(({ id, address: at, version, startedAt, leads, online }) => ({
    id,
    address: at,
    version,
    started_at: wireTime(new Date(startedAt)),
    is_self: false,
    is_leader: leads,
    online: online.count,
  }));
  return [own, ...others].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

import type { InputOf } from '@atrium/contract/kit.ts';
import type * as badges from '@atrium/contract/workspace/appBadges.ts';
import { appBadgeChanged } from '@atrium/contract/workspace/appBadges.ts';
import { type AppOrder, type appSortSave, NO_SORTS } from '@atrium/contract/workspace/appSorts.ts';
import { appsChanged } from '@atrium/contract/workspace/microApps.ts';
import { sameText, tokenHash } from '#platform/crypto';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { neighbourhood } from '#platform/limiter';
import type { View, Work } from '#platform/work';
import { appFor, visibleItems } from './apps.access.ts';
import { type AppRow, findApp } from './apps.queries.ts';
import { deleteSorts, findSorts, listBadges, listRoles, putSorts, setBadges } from './badges.queries.ts';
import type { Item } from './manifest.ts';
import { type Badges, badgeKey } from './present.service.ts';

const MINUTE_MS = 60_000;
const MISSES_PER_NETWORK = 60;
const SETS_PER_APP = 600;

export async function badgesOf({ tx, caller }: View): Promise<Badges> {
  if (caller.userid === 0) return new Map();
  const rows = await listBadges(tx, caller.userid);
  return new Map(rows.map(({ app_id, menu_key, count, dot }) => [badgeKey(app_id, menu_key), { count, dot }]));
}

/** @throws app.missing, app.secret, app.only, auth.required, rate.limited, parameter.missing */
export async function setBadge(work: Work, input: InputOf<typeof badges.appBadgeSet>) {
  const menuKey = input.menu_key ?? '';
  const { app, item, userids } = input.secret
    ? await byServer(work, input, input.secret, menuKey)
    : await byPerson(work, input, menuKey);
  const badge = { count: input.count ?? 0, dot: input.dot ?? false };
  const affected = await apply(work, app, item, badge, userids);
  return { appid: app.id, menu_key: item.key, ...badge, affected };
}

type BadgeInput = InputOf<typeof badges.appBadgeSet>;
interface Target {
  app: AppRow;
  item: Item;
  userids: readonly number[];
}

/** The app's server knows its secret. People who do not see the entry are skipped. */
async function byServer(work: Work, input: BadgeInput, secret: string, menuKey: string): Promise<Target> {
  const { tx, caller } = work;
  const app = await findApp(tx, input.appid);
  const isRight = app !== undefined && app.secret_hash !== '' && sameText(app.secret_hash, tokenHash(secret));
  if (!isRight) {
    const isFew = work.app.limiter.take(`appSecret:${neighbourhood(caller.ip)}`, MISSES_PER_NETWORK, MINUTE_MS);
    throw fail(isFew ? 'app.secret' : 'rate.limited');
  }
  if (!work.app.limiter.take(`appBadge:${app.id}`, SETS_PER_APP, MINUTE_MS)) throw fail('rate.limited');
  const wanted = [...new Set([...(input.userids ?? []), ...(input.userid ? [input.userid] : [])])];
  if (wanted.length === 0) throw fail('parameter.missing', { name: 'userid' });
  const item = app.manifest.menu_items.find(({ key }) => menuKey === '' || key === menuKey);
  if (!app.enabled || !item) throw fail('app.missing');
  const people = await listRoles(tx, wanted);
  const seeing = people.filter((person) => visibleItems(app, person).some(({ key }) => key === item.key));
  return { app, item, userids: seeing.map(({ userid }) => userid) };
}

/** Sets a person's own badge, for their client or for their app's token. @throws auth.required, app.only */
async function byPerson(work: Work, input: BadgeInput, menuKey: string): Promise<Target> {
  const { caller } = work;
  if (caller.userid === 0) throw fail('auth.required');
  const isOther = [input.userid, ...(input.userids ?? [])].some((id) => id && id !== caller.userid);
  const { accessToken } = caller;
  if (isOther || (accessToken && accessToken.app !== input.appid)) throw fail('app.only');
  return { ...(await appFor(work, input.appid, menuKey)), userids: [caller.userid] };
}

async function apply(
  work: Work,
  app: AppRow,
  item: Item,
  badge: { count: number; dot: boolean },
  userids: readonly number[],
): Promise<number> {
  if (userids.length === 0) return 0;
  const changed = await setBadges(work.tx, { appId: app.id, menuKey: item.key, ...badge }, userids);
  if (changed.length > 0) {
    work.emit(appBadgeChanged, toUsers(...changed), { appid: app.id, menu_key: item.key, ...badge });
  }
  return userids.length;
}

/** @throws app.missing */
export async function clearBadge(work: Work, { appid, menu_key }: InputOf<typeof badges.appBadgeClear>) {
  const { app, item } = await appFor(work, appid, menu_key);
  await apply(work, app, item, { count: 0, dot: false }, [work.caller.userid]);
  return { appid: app.id, menu_key: item.key, count: 0, dot: false };
}

/** Clears a badge when its entry is opened. */
export async function clearOnOpen(work: Work, appid: string, menuKey: string): Promise<void> {
  await clearBadge(work, { appid, menu_key: menuKey });
}

export async function readBadges({ tx, caller }: View) {
  const out: Record<string, Record<string, { count: number; dot: boolean }>> = Object.create(null) as never;
  for (const { app_id, menu_key, count, dot } of await listBadges(tx, caller.userid)) {
    out[app_id] ??= Object.create(null) as never;
    (out[app_id] as Record<string, unknown>)[menu_key] = { count, dot };
  }
  return out;
}

// The order of the apps ------------------------------------------------------------------------------------------------

export async function readSorts({ tx, caller }: View): Promise<{ sorts: AppOrder }> {
  const kept = (await findSorts(tx, caller.userid)) as Partial<AppOrder> | undefined;
  return { sorts: { ...NO_SORTS, ...kept } };
}

export async function saveSorts(work: Work, { sorts }: InputOf<typeof appSortSave>) {
  const { tx, caller } = work;
  const { base = [], admin = [], ...side } = sorts ?? {};
  const kept = await readSorts(work);
  const given = Object.fromEntries(
    Object.entries({ base, admin, ...side }).map(([name, list]) => [name, [...new Set<unknown>(list)]]),
  );
  const next: AppOrder = { ...kept.sorts, ...given };
  if (Object.values(next).every((list) => list.length === 0)) await deleteSorts(tx, caller.userid);
  else await putSorts(tx, caller.userid, JSON.stringify(next));
  // The event goes to the person's other devices.
  work.emit(appsChanged, toUsers(caller.userid), { appid: '' });
  return { sorts: next };
}

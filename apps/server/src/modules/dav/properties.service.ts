import type { DriveRow } from '#modules/drive/drive.access';
import { usageOf } from '#modules/system/permits.service';
import type { View, Work } from '#platform/work';
import { deleteProperty, type LockRow, listProperties, type PropertyRow, putProperty } from './dav.queries.ts';
import { locksFor, printLocks } from './locks.service.ts';
import { addressOf } from './protocol/address.ts';
import { Refusal } from './protocol/refusal.ts';
import { childOf, DAV, type Element, elementsOf, elementText, escapeXml, printInner } from './protocol/xml.ts';
import { etagOf, isFolder, type Resource } from './resources.access.ts';

export interface PropertyName {
  ns: string;
  name: string;
}
/** A request for all properties, for their names, or for some of them. */
export type PropertyRequest = { what: 'all' | 'names'; also: PropertyName[] } | { what: 'some'; names: PropertyName[] };

const MOST_NAMED = 200;

/** @throws Refusal 400 */
export function propertyRequestOf(root: Element | undefined): PropertyRequest {
  if (!root) return { what: 'all', also: [] };
  if (root.ns !== DAV || root.name !== 'propfind') throw new Refusal(400);
  const some = childOf(root, 'prop');
  if (some) {
    const names = elementsOf(some).map(({ ns, name }) => ({ ns, name }));
    if (names.length > MOST_NAMED) throw new Refusal(400);
    return { what: 'some', names };
  }
  if (childOf(root, 'propname')) return { what: 'names', also: [] };
  const include = childOf(root, 'include');
  if (!childOf(root, 'allprop')) throw new Refusal(400);
  return { what: 'all', also: include ? elementsOf(include).map(({ ns, name }) => ({ ns, name })) : [] };
}

const dav = (name: string, inner = '') => elementText(DAV, name, inner);
const SUPPORTED = ['exclusive', 'shared']
  .map((scope) => dav('lockentry', dav('lockscope', dav(scope)) + dav('locktype', dav('write'))))
  .join('');

/** Properties that a client may not set, because they follow from the file. */
const LIVE = [
  'creationdate',
  'displayname',
  'getcontentlength',
  'getcontenttype',
  'getetag',
  'getlastmodified',
  'resourcetype',
  'supportedlock',
  'lockdiscovery',
  'quota-available-bytes',
  'quota-used-bytes',
] as const;
/** Properties that are not part of "all", because they cost a query. */
const QUOTA: readonly string[] = ['quota-available-bytes', 'quota-used-bytes'];

interface Shown {
  parts: readonly string[];
  at: Resource;
}

/** Prints one `response` for each resource, with the requested properties. */
export async function printResponses(view: View, shown: readonly Shown[], wanted: PropertyRequest): Promise<string> {
  const rows = shown.flatMap(({ at }) => (at.kind === 'item' ? [at.row] : []));
  const locks = await locksFor(view, rows);
  const dead = Map.groupBy(
    await listProperties(
      view.tx,
      rows.map(({ id }) => id),
    ),
    ({ file_id }) => file_id,
  );
  const named = wanted.what === 'some' ? wanted.names : wanted.also;
  const usage = named.some(({ ns, name }) => ns === DAV && QUOTA.includes(name)) ? await usageOf(view) : undefined;
  return shown
    .map(({ parts, at }) => {
      const id = at.kind === 'item' ? at.row.id : 0;
      const address = addressOf(parts, isFolder(at));
      const live = liveOf(at, parts.at(-1) ?? '', locks.get(id) ?? [], address, usage);
      return responseText(address, live, dead.get(id) ?? [], wanted);
    })
    .join('');
}

function liveOf(
  at: Resource,
  name: string,
  locks: readonly LockRow[],
  address: string,
  usage: { used: number; limit: number } | undefined,
): Map<string, string> {
  const row: DriveRow | undefined = at.kind === 'item' ? at.row : undefined;
  const live = new Map<string, string>();
  live.set('displayname', escapeXml(name || 'dav'));
  live.set('resourcetype', isFolder(at) ? dav('collection') : '');
  live.set('supportedlock', row ? SUPPORTED : '');
  live.set('lockdiscovery', printLocks(locks, address));
  if (row) {
    live.set('creationdate', row.created_at.toISOString().replace(/\.\d+Z$/, 'Z'));
    live.set('getlastmodified', row.updated_at.toUTCString());
    if (row.type !== 'folder') {
      live.set('getcontentlength', String(row.size));
      live.set('getcontenttype', escapeXml(row.mime ?? 'application/octet-stream'));
      live.set('getetag', escapeXml(etagOf(row)));
    }
  }
  if (usage && isFolder(at)) {
    live.set('quota-used-bytes', String(usage.used));
    // Without a limit, nothing says how much space is free.
    if (usage.limit > 0) live.set('quota-available-bytes', String(Math.max(0, usage.limit - usage.used)));
  }
  return live;
}

function responseText(
  address: string,
  live: ReadonlyMap<string, string>,
  dead: readonly PropertyRow[],
  wanted: PropertyRequest,
): string {
  const found: string[] = [];
  const missing: string[] = [];
  const deadText = (row: PropertyRow) => elementText(row.namespace, row.name, row.value);
  if (wanted.what === 'some') {
    for (const { ns, name } of wanted.names) {
      const value = ns === DAV ? live.get(name) : undefined;
      const kept = dead.find((row) => row.namespace === ns && row.name === name);
      if (value !== undefined) found.push(dav(name, value));
      else if (kept) found.push(deadText(kept));
      else missing.push(elementText(ns, name, ''));
    }
  } else {
    const isNames = wanted.what === 'names';
    const also = wanted.also.map(({ name }) => name);
    for (const [name, value] of live) {
      if (!QUOTA.includes(name) || also.includes(name)) found.push(dav(name, isNames ? '' : value));
    }
    for (const row of dead) found.push(isNames ? elementText(row.namespace, row.name, '') : deadText(row));
  }
  const stats = [
    found.length > 0 || missing.length === 0 ? statText(200, found) : '',
    missing.length > 0 ? statText(404, missing) : '',
  ];
  return dav('response', dav('href', escapeXml(address)) + stats.join(''));
}

const WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
};
const statText = (status: number, props: readonly string[]) =>
  dav('propstat', dav('prop', props.join('')) + dav('status', `HTTP/1.1 ${status} ${WORDS[status]}`));

// Changing -------------------------------------------------------------------------------------------------------------

type Step = PropertyName & { value: string | null };

const MOST_STEPS = 100;
const MOST_KEPT = 100;
const VALUE_CHARS = 8000;
const NAME_CHARS = 400;

/** The changes in their order. A `value` of null removes the property. @throws Refusal 400 */
export function stepsOf(root: Element | undefined): Step[] {
  if (root?.ns !== DAV || root.name !== 'propertyupdate') throw new Refusal(400);
  const steps = elementsOf(root).flatMap((change) => {
    if (change.ns !== DAV || (change.name !== 'set' && change.name !== 'remove')) return [];
    const prop = childOf(change, 'prop');
    return prop
      ? elementsOf(prop).map((each) => ({
          ns: each.ns,
          name: each.name,
          value: change.name === 'set' ? printInner(each.children) : null,
        }))
      : [];
  });
  if (steps.length === 0 || steps.length > MOST_STEPS) throw new Refusal(400);
  return steps;
}

/** Applies all changes or none. Returns the `propstat` of each. */
export async function changeProperties(work: Work, id: number, steps: readonly Step[]): Promise<string> {
  const isLive = ({ ns, name }: PropertyName) => ns === DAV && LIVE.some((live) => live === name);
  const isLong = ({ ns, name, value }: Step) =>
    ns.length > NAME_CHARS || name.length > NAME_CHARS || (value?.length ?? 0) > VALUE_CHARS;
  const statusOf = (step: Step) => (isLive(step) ? 403 : isLong(step) ? 507 : 200);
  const kept = await listProperties(work.tx, [id]);
  const isFull = kept.length + steps.filter(({ value }) => value !== null).length > MOST_KEPT;
  const isRefused = isFull || steps.some((step) => statusOf(step) !== 200);
  if (!isRefused) {
    for (const { ns, name, value } of steps) {
      const key = { file_id: id, namespace: ns, name };
      if (value === null) await deleteProperty(work.tx, key);
      else await putProperty(work.tx, { ...key, value });
    }
  }
  return steps
    .map((step) => {
      const own = isFull ? 507 : statusOf(step);
      return statText(isRefused && own === 200 ? 424 : own, [elementText(step.ns, step.name, '')]);
    })
    .join('');
}

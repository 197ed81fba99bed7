import type { AppAudience } from '@atrium/contract/workspace/microApps.ts';
import { fail } from '#platform/fail';
import { type Caller, isAdmin, type View } from '#platform/work';
import { type AppRow, findApp } from './apps.queries.ts';
import type { Item } from './manifest.ts';

type Person = Pick<Caller, 'userid' | 'identity'>;

/** Returns `visible_to` of an app as an audience. */
export function audienceOf({ visible_to }: Pick<AppRow, 'visible_to'>): AppAudience {
  const [first] = visible_to;
  return first === 'all' || first === 'admin' ? first : visible_to.map(Number);
}

export const storedAudience = (audience: AppAudience): string[] =>
  typeof audience === 'string' ? [audience] : audience.map(String);

const belongsTo = (audience: AppAudience, person: Person): boolean =>
  audience === 'all' || (audience === 'admin' ? person.identity.includes('admin') : audience.includes(person.userid));

/** The entries that a person sees: of an enabled app, if both the app and the entry are for them. */
export function visibleItems(app: AppRow, person: Person): Item[] {
  if (!app.enabled || !belongsTo(audienceOf(app), person)) return [];
  return app.manifest.menu_items.filter(
    ({ visible_to, location }) =>
      belongsTo(visible_to, person) && (location !== 'application/admin' || person.identity.includes('admin')),
  );
}

/** Finds an app that the caller can open, with its entry; without a key, the first entry. @throws app.missing */
export async function appFor({ tx, caller }: View, id: string, key = ''): Promise<{ app: AppRow; item: Item }> {
  const app = await findApp(tx, id);
  const items = app ? visibleItems(app, caller) : [];
  const item = key === '' ? items[0] : items.find((each) => each.key === key);
  if (!app || !item) throw fail('app.missing');
  return { app, item };
}

/** Finds an app for an administrator, whether or not it is enabled. @throws app.missing */
export async function managedApp({ tx, caller }: View, id: string): Promise<AppRow> {
  const app = isAdmin(caller) ? await findApp(tx, id) : undefined;
  if (!app) throw fail('app.missing');
  return app;
}

/** Returns the app whose token makes the call. @throws app.only */
export function callingApp({ caller }: Pick<View, 'caller'>): string {
  const app = caller.accessToken?.app;
  if (!app) throw fail('app.only');
  return app;
}

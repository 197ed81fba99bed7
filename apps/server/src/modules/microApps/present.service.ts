import type { CatalogApp } from '@atrium/contract/workspace/appCatalog.ts';
import type { MicroApp, MicroAppItem } from '@atrium/contract/workspace/microApps.ts';
import type { App } from '#platform/app';
import { wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { audienceOf } from './apps.access.ts';
import type { AppRow } from './apps.queries.ts';
import { type Item, type Manifest, personalOf } from './manifest.ts';

export type Badges = ReadonlyMap<string, { count: number; dot: boolean }>;
export const badgeKey = (appId: string, menuKey: string) => `${appId} ${menuKey}`;

/** The text in a language, or the default text. */
export const localizedText = (text: string, byLanguage: Record<string, string>, lang: string): string =>
  byLanguage[lang] ?? text;

/** True if its pages are files on this server. */
export const hasFiles = ({ url }: Pick<Item, 'url'>): boolean => !/^(https?:|\{)/.test(url);

/** The address at which this server serves a file of an app. */
export const fileUrl = (app: Pick<App, 'publicUrl'>, { id, key }: Pick<AppRow, 'id' | 'key'>, path: string) =>
  `${app.publicUrl}/app/${id}/${key}/${path}`;

/** A picture of an app; '' without one. */
const iconUrl = ({ app }: Pick<View, 'app'>, row: Pick<AppRow, 'id' | 'key'>, icon: string) =>
  icon === '' || !hasFiles({ url: icon }) ? icon : fileUrl(app, row, icon);

export function presentItem(view: View, app: AppRow, item: Item, badges: Badges): MicroAppItem {
  const { visible_to: _, labels, ...shown } = item;
  const badge = badges.get(badgeKey(app.id, item.key));
  return {
    ...shown,
    label: localizedText(item.label, labels, view.caller.lang),
    icon: iconUrl(view, app, item.icon || app.manifest.icon),
    count: badge?.count ?? 0,
    dot: badge?.dot ?? false,
  };
}

export function presentApp(view: View, app: AppRow, items: readonly Item[], badges: Badges): MicroApp {
  const { manifest } = app;
  const { lang } = view.caller;
  return {
    id: app.id,
    name: localizedText(app.name, manifest.names, lang),
    version: app.version,
    source: app.source as MicroApp['source'],
    description: localizedText(manifest.description, manifest.descriptions, lang),
    icon: iconUrl(view, app, manifest.icon),
    url: items[0]?.url ?? '',
    url_type: items[0]?.type ?? 'inline',
    menu_items: items.map((item) => presentItem(view, app, item, badges)),
  };
}

/** Presents a custom app with all its fields, for the administrator's form. */
export function presentWhole(view: View, app: AppRow): MicroApp {
  const { menu_items } = app.manifest;
  const shown = presentApp(view, app, menu_items, new Map());
  return {
    ...shown,
    name: app.name,
    icon: app.manifest.icon,
    visible_to: audienceOf(app),
    permissions: app.scopes,
    menu_items: shown.menu_items.map((item, index) => ({
      ...item,
      label: menu_items[index]?.label ?? '',
      icon: menu_items[index]?.icon ?? '',
      visible_to: menu_items[index]?.visible_to ?? 'all',
    })),
  };
}

/** The description of an app that an administrator sees before installing it. */
export function describe(manifest: Manifest, lang: string) {
  return {
    id: manifest.id,
    name: localizedText(manifest.name, manifest.names, lang),
    description: localizedText(manifest.description, manifest.descriptions, lang),
    author: manifest.author,
    website: manifest.website,
    permissions: [...manifest.permissions],
    connect: manifest.connect,
    personal: personalOf(manifest),
  };
}

export function presentManaged(view: View, app: AppRow, offered: string): CatalogApp {
  return {
    ...describe(app.manifest, view.caller.lang),
    permissions: app.scopes,
    icon: iconUrl(view, app, app.manifest.icon),
    source: app.source as CatalogApp['source'],
    manifest_url: app.manifest_url,
    version: app.version,
    offered,
    status: 'installed',
    enabled: app.enabled,
    visible_to: audienceOf(app),
    data_bytes: Number(app.data_bytes),
    installed_by: app.installed_by,
    updated_at: wireTime(app.updated_at),
  };
}

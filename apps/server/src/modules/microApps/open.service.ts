import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/microApps.ts';
import { APP_LIMITS } from '@atrium/contract/workspace/microApps.ts';
import { addAppToken } from '#modules/accessTokens/appTokens.service';
import { avatarUrl } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { appFor, visibleItems } from './apps.access.ts';
import type { AppRow } from './apps.queries.ts';
import { badgesOf, clearOnOpen } from './badges.service.ts';
import type { Item } from './manifest.ts';
import { fileUrl, hasFiles, localizedText, presentItem } from './present.service.ts';

const MINUTE_MS = 60_000;

/** Makes a token for an app, which ends within the hour. @throws app.missing, forbidden */
export async function makeToken(work: Work, { appid }: InputOf<typeof contract.appToken>) {
  const { app } = await appFor(work, appid);
  const made = await tokenOf(work, app);
  return {
    token: made.token,
    permissions: app.scopes,
    expired_at: wireTime(made.expiredAt),
    seconds: APP_LIMITS.tokenMinutes * 60,
  };
}

const tokenOf = (work: Work, app: AppRow) =>
  addAppToken(work, { appId: app.id, name: app.name, scopes: app.scopes, ms: APP_LIMITS.tokenMinutes * MINUTE_MS });

type Opened = OutputOf<typeof contract.appOpen>;

/** @throws app.missing */
export async function openApp(work: Work, input: InputOf<typeof contract.appOpen>): Promise<Opened> {
  const { app, item } = await appFor(work, input.appid, input.key);
  const { manifest } = app;
  if (item.badge_clear_on_open) await clearOnOpen(work, app.id, item.key);
  const isDark = input.theme === 'dark' && item.auto_dark_theme;
  const url = await filledUrl(work, app, item, isDark ? 'dark' : 'light');
  const badges = await badgesOf(work);
  const { type, labels: _, visible_to: __, location: ___, badge_clear_on_open: ____, ...looks } = item;
  const { origin } = new URL(url);
  const isOwn = origin === new URL(work.app.publicUrl).origin;
  const items = visibleItems(app, work.caller).map((each) => presentItem(work, app, each, badges));
  return {
    ...looks,
    id: app.id,
    name: localizedText(app.name, manifest.names, work.caller.lang),
    version: app.version,
    label: localizedText(item.label, item.labels, work.caller.lang),
    icon: items.find(({ key }) => key === item.key)?.icon ?? '',
    url,
    url_type: type,
    props: manifest.props,
    menu_items: items,
    frame: `${work.app.publicUrl}/app-frame/${app.id}/${app.key}`,
    origin: isOwn ? 'null' : origin,
    permissions: app.scopes,
  };
}

async function filledUrl(work: Work, app: AppRow, item: Item, theme: string): Promise<string> {
  const { caller } = work;
  const user = await findUser(work.tx, caller.userid);
  if (!user) throw fail('app.missing');
  const base = work.app.publicUrl;
  // The address gets a token of the app, the same kind that the app requests later (decision 45).
  const token = item.url.includes('{user_token}') ? (await tokenOf(work, app)).token : '';
  const values: Record<string, string> = {
    user_id: String(caller.userid),
    user_nickname: caller.nickname,
    user_email: user.email,
    user_avatar: avatarUrl(work.app, user),
    user_token: token,
    system_theme: theme,
    system_lang: caller.lang,
    system_base_url: base,
    app_id: app.id,
    app_version: app.version,
    menu_key: item.key,
  };
  const whole = hasFiles(item)
    ? fileUrl(work.app, app, item.url)
    : item.url.replace(/^\{system_base_url\}/, () => base);
  return whole.replace(/\{([a-z_]+)\}/g, (hole, name: string) => encodeURIComponent(values[name] ?? hole));
}

/** The list of installed apps for other clients. */
export async function installedFor(view: View, apps: readonly AppRow[]) {
  const badges = await badgesOf(view);
  return apps
    .map((app) => ({ app, items: visibleItems(app, view.caller) }))
    .filter(({ items }) => items.length > 0)
    .map(({ app, items }) => ({
      id: app.id,
      name: localizedText(app.name, app.manifest.names, view.caller.lang),
      version: app.version,
      menu_items: items.map((item) => presentItem(view, app, item, badges)),
    }));
}

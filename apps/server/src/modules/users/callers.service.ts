import { isLanguage } from '@atrium/i18n/languages.ts';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import type { Caller } from '#platform/work';
import { findUser } from './users.service.ts';

/** An account as it is now, for later actions in its name; undefined if it has ended. */
export async function callerNow(app: App, userid: number): Promise<Caller | undefined> {
  const user = await findUser(app.db, userid);
  if (!user || user.disable_at || user.delete_at) return undefined;
  const { identity, nickname, tel } = user;
  const lang = isLanguage(user.lang) ? user.lang : 'en';
  return callerFor(userid, { identity, nickname, tel, lang, isBot: user.bot > 0 });
}

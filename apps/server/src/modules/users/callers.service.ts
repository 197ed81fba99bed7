import { isLanguage } from '@atrium/i18n/languages.ts';
import type { App } from '#platform/app';
import type { Caller } from '#platform/work';
import { nobody } from './bots.service.ts';
import { findUser } from './users.service.ts';

/** A person as they are now, for later actions in their name; undefined if their account has ended. */
export async function callerNow(app: App, userid: number): Promise<Caller | undefined> {
  const user = await findUser(app.db, userid);
  if (!user || user.disable_at || user.delete_at) return undefined;
  const { identity, nickname, tel } = user;
  return { ...nobody, isBot: false, userid, identity, nickname, tel, lang: isLanguage(user.lang) ? user.lang : 'en' };
}

import { createHmac } from 'node:crypto';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { mailSave, mailUnsubscribe } from '@atrium/contract/people/mails.ts';
import { unreadRules } from '#modules/system/mail.service';
import { createSectionOnce } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { randomCode, sameText } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { isUnreadMailOff, setUnreadMailWanted } from './unreadMails.queries.ts';

export const SECRET_SECTION = 'mail_secret';

/** Links in mails work for as long as the mail exists, and only for unsubscribing. */
async function sign(app: App, userid: number): Promise<string> {
  const { secret } = await createSectionOnce(app, SECRET_SECTION, () => ({ secret: randomCode(32) }));
  return createHmac('sha256', secret).update(`unsubscribe.${userid}`).digest('base64url');
}

export const unsubscribeToken = async (app: App, userid: number): Promise<string> =>
  `${userid}.${await sign(app, userid)}`;

/** @throws unsubscribe.link */
export async function unsubscribe(work: Work, input: InputOf<typeof mailUnsubscribe>) {
  const [id = '', mac = ''] = input.token.split('.');
  const userid = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  if (!userid || !sameText(mac, await sign(work.app, userid))) throw fail('unsubscribe.link');
  if (input['List-Unsubscribe'] === 'One-Click') await setUnreadMailWanted(work.tx, userid, false);
  return {};
}

export async function readMailChoice({ app, tx, caller }: View) {
  const rules = await unreadRules(app);
  return {
    is_open: rules.kinds.length > 0 && (await app.mailer.isReady()),
    is_wanted: !(await isUnreadMailOff(tx, caller.userid)),
  };
}

export async function saveMailChoice(work: Work, { is_wanted }: InputOf<typeof mailSave>) {
  await setUnreadMailWanted(work.tx, work.caller.userid, is_wanted);
  return readMailChoice(work);
}

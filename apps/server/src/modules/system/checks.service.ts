import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { emailCheck } from '@atrium/contract/system.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { settingsOf } from './settings.service.ts';

/** @throws check.mail_off, check.mail with the mail server's own words, reg.email */
export async function checkMail({ app, caller }: Direct, { to }: InputOf<typeof emailCheck>) {
  if (!isEmail(to)) throw fail('reg.email');
  if (!app.mailer.isConfigured) throw fail('check.mail_off');
  const name = (await settingsOf(app)).system_alias;
  try {
    await app.mailer.send({
      to,
      subject: translate(caller.lang, 'mail.check.subject', { name }),
      text: translate(caller.lang, 'mail.check.text', { name, url: app.publicUrl }),
    });
  } catch (error) {
    throw fail('check.mail', { reason: reasonOf(error) });
  }
  return {};
}

/** @throws check.storage with the system's own words */
export async function checkStorage({ app }: Direct) {
  try {
    return await app.storage.check();
  } catch (error) {
    throw fail('check.storage', { reason: reasonOf(error) });
  }
}

const MOST = 300;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, MOST);

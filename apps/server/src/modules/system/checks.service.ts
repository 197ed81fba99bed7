import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { emailCheck } from '@atrium/contract/workspace/mailServer.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { OutboundRefused } from '#platform/outside/outbound';
import { mailSetupWith } from './mail.service.ts';
import { sendMail } from './sendMail.service.ts';

/**
 * Tests the mail server, as stored or with the sent settings.
 *
 * @throws check.mail_off, check.mail with the mail server's own words, check.mail_local, reg.email; as saving it does
 */
export async function checkMail({ app, caller }: Direct, { to, ...sent }: InputOf<typeof emailCheck>) {
  if (!isEmail(to)) throw fail('reg.email');
  const setup = await mailSetupWith(app, sent);
  if (!setup) throw fail('check.mail_off');
  const { name } = setup.from;
  try {
    const subject = translate(caller.lang, 'mail.check.subject', { name });
    const text = translate(caller.lang, 'mail.check.text', { name, url: app.publicUrl });
    const { response, messageId } = await sendMail(
      app,
      { to, lang: caller.lang, subject, setup },
      { paragraphs: [text] },
    );
    return { response, message_id: messageId };
  } catch (error) {
    if (error instanceof OutboundRefused && typeof setup.server !== 'string') {
      throw fail('check.mail_local', { host: `${setup.server.host}:${setup.server.port}` });
    }
    throw fail('check.mail', { reason: reasonOf(error) });
  }
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

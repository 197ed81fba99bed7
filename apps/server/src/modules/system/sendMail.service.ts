import { localeOf } from '@atrium/i18n/languages.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import type { App } from '#platform/app';
import type { Mail, MailAnswer, MailSetup } from '#platform/outside/mail';
import { type MailContent, renderMail } from '#platform/outside/mailLayout';
import { readerZone } from '#platform/time/zone';
import { logoUrl, settingsOf } from './settings.service.ts';

/**
 * A time in a mail, with its zone.
 *
 * @param person  whose time zone it is: the reader, or the sender if the reader has no account
 */
export function mailTime(
  lang: Language,
  at: Date,
  person: { timezone: string },
  dateStyle: 'long' | 'full' = 'long',
): string {
  const zone = readerZone(person);
  const options = { dateStyle, timeStyle: 'short', timeZone: zone } as const;
  const time = new Intl.DateTimeFormat(localeOf[lang], options).format(at);
  return translate(lang, 'mail.time', { time, zone });
}

type Content = Omit<MailContent, 'lang' | 'name' | 'logo' | 'footer' | 'heading'> & { footer?: string };
interface Post {
  to: string;
  lang: Language;
  subject: string;
  /** The heading; by default the subject. */
  heading?: string;
  headers?: Record<string, string>;
  /** An entry for the reader's calendar (iCalendar). */
  calendar?: Mail['icalEvent'];
  setup?: MailSetup;
}

/**
 * Sends a mail in the layout of all mails.
 *
 * @throws as the mail server does
 */
export async function sendMail(app: App, post: Post, content: Content): Promise<MailAnswer> {
  const { to, lang, subject, heading = subject, headers, calendar, setup } = post;
  const { system_alias: name, system_logo } = await settingsOf(app);
  const logo = logoUrl(app, system_logo);
  const footer = content.footer ?? translate(lang, 'mail.footer', { name, host: new URL(app.publicUrl).host });
  const rendered = renderMail({ ...content, lang: localeOf[lang], name, logo, heading, footer });
  return app.mailer.send(
    // This header prevents automatic answers, such as absence notes.
    {
      to,
      subject,
      ...rendered,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      ...(calendar && { icalEvent: calendar }),
    },
    setup,
  );
}

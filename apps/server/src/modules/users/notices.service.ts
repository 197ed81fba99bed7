import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { mailTime, sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import type { Work } from '#platform/work';
import { findUser } from './users.service.ts';

/** Changes about which a person gets a mail, so that they notice changes by someone else. */
export type Notice =
  | 'password'
  | 'email_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_cleared'
  | 'new_place'
  | 'directory';
interface Payload {
  userid: number;
  kind: Notice;
  /** The device, for `new_place`. */
  device?: string;
  ip?: string;
  /** For `email_changed`: the address before, which gets the mail, and the new one. */
  to?: string;
  email?: string;
  at: number;
}

/** A notice that could not be mailed within a day is of no use. */
const STALE_MS = 86_400_000;

export const NOTICE_JOB = 'security_notice';

type More = Pick<Payload, 'device' | 'ip' | 'to' | 'email'>;
export function enqueueNotice(work: Work, userid: number, kind: Notice, more: More = {}) {
  work.enqueue(NOTICE_JOB, { userid, kind, ...more, at: work.now.getTime() } satisfies Payload);
}

/** Runs the job. */
export async function mailNotice(app: App, payload: unknown): Promise<void> {
  const { userid, kind, device = '', ip = '', to, email = '', at } = payload as Payload;
  if (Date.now() - at > STALE_MS || !(await app.mailer.isReady())) return;
  const user = await findUser(app.db, userid);
  if (!user || user.delete_at || user.disable_at || user.bot) return;
  const lang: Language = isLanguage(user.lang) ? user.lang : 'en';
  const { system_alias: name } = await settingsOf(app);
  const data = { name, device, ip, email, time: mailTime(lang, new Date(at), user) };
  await sendMail(
    app,
    { to: to ?? user.email, lang, subject: translate(lang, `mail.notice.${kind}.subject`, data) },
    {
      paragraphs: [
        translate(lang, `mail.notice.${kind}.text`, data),
        // The text differs, because a person who has lost the address cannot request a new password.
        translate(lang, kind === 'email_changed' ? 'mail.notice.not_you_email' : 'mail.notice.not_you', data),
      ],
      ...(kind !== 'email_changed' && {
        button: {
          label: translate(lang, 'mail.notice.button'),
          url: `${app.publicUrl}/manage/setting/${kind === 'new_place' ? 'device' : 'security'}`,
        },
      }),
    },
  );
}

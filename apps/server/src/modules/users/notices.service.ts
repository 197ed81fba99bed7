import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { mailTime, sendLetter } from '#modules/system/letters.service';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import type { Work } from '#platform/work';
import { findUser } from './users.service.ts';

/** Changes that a person gets a mail about, so that they notice those of someone else. */
export type Notice = 'password' | 'factor_added' | 'factor_removed' | 'factor_cleared' | 'new_place';
interface Payload {
  userid: number;
  kind: Notice;
  /** For `new_place`. */
  device?: string;
  ip?: string;
  at: number;
}

/** A notice that could not be mailed within a day is of no use. */
const STALE_MS = 86_400_000;

export const NOTICE_JOB = 'security_notice';

export function enqueueNotice(work: Work, userid: number, kind: Notice, more: { device?: string; ip?: string } = {}) {
  work.enqueue(NOTICE_JOB, { userid, kind, ...more, at: work.now.getTime() } satisfies Payload);
}

/** The job. */
export async function mailNotice(app: App, payload: unknown): Promise<void> {
  const { userid, kind, device = '', ip = '', at } = payload as Payload;
  if (Date.now() - at > STALE_MS || !(await app.mailer.isReady())) return;
  const user = await findUser(app.db, userid);
  if (!user || user.delete_at || user.disable_at || user.bot) return;
  const lang: Language = isLanguage(user.lang) ? user.lang : 'en';
  const { system_alias: name } = await settingsOf(app);
  const data = { name, device, ip, time: mailTime(lang, new Date(at), user) };
  await sendLetter(
    app,
    { to: user.email, lang, subject: translate(lang, `mail.notice.${kind}.subject`, data) },
    {
      paragraphs: [translate(lang, `mail.notice.${kind}.text`, data), translate(lang, 'mail.notice.not_you', data)],
      button: {
        label: translate(lang, 'mail.notice.button'),
        url: `${app.publicUrl}/manage/setting/${kind === 'new_place' ? 'device' : 'security'}`,
      },
    },
  );
}

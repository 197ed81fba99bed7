import { isLanguage, type Language, localeOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { previewText } from '#modules/dialogs/preview.service';
import { isIgnored, isWithin, nextRange, unreadRules } from '#modules/system/mail.service';
import { sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import type { MailGroup } from '#platform/outside/mailLayout';
import { readerZone } from '#platform/time/zone';
import { listPushed, type PushedMessage } from '../push.queries.ts';
import {
  beginMark,
  type ChatKind,
  enqueueDue,
  enqueueLater,
  forgetMark,
  isUnreadMailOff,
  listUnread,
  recordMailed,
  type UnreadMessage,
} from './unreadMails.queries.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe.http.ts';
import { unsubscribeToken } from './unsubscribe.service.ts';

/**
 * Mail about unread messages. Every minute `mailUnreadMessages` makes one job for each person with a message that has been
 * unread for long enough; the job looks again at what the person may read and has not read, and mails it together.
 */
export const UNREAD_JOB = 'unread_mail';
const KINDS: readonly ChatKind[] = ['user', 'group'];
/** A kind of mails that was turned on within this time is looked at for the first time. */
const JUST_MS = 3 * 60_000;
const MAX_CHATS = 10;
const PER_CHAT = 5;
const MAX_TEXT = 300;

export async function mailUnreadMessages(app: App): Promise<void> {
  const rules = await unreadRules(app);
  const canMail = await app.mailer.isReady();
  for (const kind of KINDS) {
    const minutes = rules.minutes[kind];
    if (!canMail || !rules.kinds.includes(kind)) {
      await forgetMark(app.db, kind);
      continue;
    }
    // Messages that arrived between the saving and now count too. After a failure of mail, older ones do not.
    const isNew = Date.now() - rules.since[kind] < JUST_MS;
    await beginMark(app.db, kind, isNew ? new Date(rules.since[kind]) : new Date());
    // Outside the hours the mark stays, and messages that are still unread are mailed at their beginning.
    if (isWithin(rules.ranges, new Date())) await enqueueDue(app.db, kind, minutes, UNREAD_JOB);
  }
}

/** Runs the job of one person. */
export async function mailUnread(app: App, payload: unknown): Promise<void> {
  const { userid } = payload as { userid: number };
  const [rules, user] = await Promise.all([unreadRules(app), findUser(app.db, userid)]);
  if (rules.kinds.length === 0 || !(await app.mailer.isReady())) return;
  if (!user || user.bot || user.disable_at || user.delete_at || isIgnored(rules, user.email)) return;
  if (await isUnreadMailOff(app.db, userid)) return;
  // The hours may have ended, because the job has waited for the pause between two mails, or after a failure.
  const now = new Date();
  if (!isWithin(rules.ranges, now)) {
    return enqueueLater(app.db, { userid, job: UNREAD_JOB, at: nextRange(rules.ranges, now) });
  }
  const unread = await listUnread(app.db, userid, rules.kinds, PER_CHAT);
  const lastId = unread.at(-1)?.id;
  if (lastId === undefined) return;
  const lang: Language = isLanguage(user.lang) ? user.lang : 'en';
  const { system_alias: name } = await settingsOf(app);
  const zone = readerZone(user);
  const groups = await groupsOf(app, unread, { lang, zone });
  const chats = new Map(unread.map((each) => [each.dialog_id, each.total]));
  const count = [...chats.values()].reduce((sum, total) => sum + total, 0);
  const token = await unsubscribeToken(app, userid);
  const more = chats.size - groups.length;
  await sendMail(
    app,
    {
      to: user.email,
      lang,
      subject: translate(lang, 'mail.unread.subject', { count, name }),
      headers: {
        'List-Unsubscribe': `<${app.publicUrl}${UNSUBSCRIBE_PATH}?token=${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    },
    {
      paragraphs: more > 0 ? [translate(lang, 'mail.unread.more_chats', { count: more })] : [],
      groups,
      button: { label: translate(lang, 'mail.unread.button', { name }), url: `${app.publicUrl}/manage/messenger` },
      note: translate(lang, 'mail.unread.zone', { zone }),
      footer: translate(lang, 'mail.unread.footer', { name }),
      footerLink: {
        label: translate(lang, 'mail.unread.unsubscribe'),
        url: `${app.publicUrl}/single/unsubscribe?token=${token}`,
      },
    },
  );
  await recordMailed(app.db, userid, lastId);
}

interface Reader {
  lang: Language;
  zone: string;
}

async function groupsOf(app: App, unread: readonly UnreadMessage[], reader: Reader): Promise<MailGroup[]> {
  const { lang, zone } = reader;
  const shown = [...new Set(unread.map(({ dialog_id }) => dialog_id).toReversed())].slice(0, MAX_CHATS);
  const wanted = unread.filter(({ dialog_id }) => shown.includes(dialog_id));
  const messages = await listPushed(
    app.db,
    wanted.map(({ id }) => id),
  );
  const known = new Map(messages.map((each) => [each.id, each]));
  const clock = new Intl.DateTimeFormat(localeOf[lang], {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: zone,
  });
  return shown.flatMap((dialogId) => {
    const own = wanted.filter(({ dialog_id }) => dialog_id === dialogId);
    const texts = own.flatMap(({ id }) => known.get(id) ?? []);
    const [first] = texts;
    if (!first) return [];
    const rest = (own[0]?.total ?? 0) - own.length;
    return {
      title: titleOf(first, lang),
      url: `${app.publicUrl}/manage/messenger?dialog=${dialogId}&msg=${first.id}`,
      lines: texts.map((message) => ({
        who: authorOf(message, lang),
        time: clock.format(message.created_at),
        text: previewText(message, lang, MAX_TEXT),
      })),
      ...(rest > 0 && { more: translate(lang, 'mail.unread.more', { count: rest }) }),
    };
  });
}

const authorOf = ({ email, nickname }: PushedMessage, lang: Language) =>
  email === null ? translate(lang, 'word.unknown') : displayName({ nickname: nickname ?? '', email }, lang);

function titleOf(message: PushedMessage, lang: Language): string {
  if (message.dialog_type === 'user') return authorOf(message, lang);
  return message.name || translate(lang, message.group_type === 'all' ? 'word.all_members' : 'word.unknown');
}

import { isLanguage } from '@atrium/i18n/languages.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { mailTime, sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import { displayName, type UserRecord } from '#modules/users/present.service';
import { findUser, listActiveIds } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { randomCode, tokenHash } from '#platform/crypto';
import { oneLine } from '#platform/outside/mailLayout';
import { wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { endMailedCodes, insertCode } from '../meetings.queries.ts';
import { invitationFile } from './invitationFile.ts';
import { type DateChange, lastEnd } from './occurrences.ts';
import type { PlanRow } from './plans.queries.ts';

interface Invited {
  userids: readonly number[];
  emails: readonly string[];
}

export const MAIL_JOB = 'mail_meeting_plan';
interface Payload {
  plan: Pick<PlanRow, 'id' | 'meetingid' | 'name' | 'userid' | 'minutes' | 'repeat' | 'sequence'> &
    Partial<Pick<PlanRow, 'timezone' | 'changes'>> & {
      start_at: string;
      until_at: string | null;
    };
  /** Set if the invitation is about one date only. */
  only?: DateChange;
  email: string;
  lang: string;
  /** Sealed: jobs are stored. '' for a cancellation. */
  link: string;
  /** The host of a canceled meeting, whose account may have ended when the mail is sent. */
  host?: Host;
}
type Host = Pick<UserRecord, 'nickname' | 'email' | 'timezone'>;
const ABOUT = 'meeting_plan';

/** A guest's link works until the last occurrence, or for a year, and a few hours longer. */
const AFTER_MS = 6 * 3_600_000;
const YEAR_MS = 366 * 86_400_000;

/** Tells people and guests that they are invited, that something has changed, or that they no longer are. */
export async function inviteToPlan(work: Work, plan: PlanRow, invited: Invited, before: Invited): Promise<void> {
  const isChange = (userid: number) => before.userids.includes(userid);
  const gone = before.userids.filter((userid) => !invited.userids.includes(userid));
  for (const userid of invited.userids.toSorted((a, b) => a - b)) {
    await tellPerson(work, plan, userid, isChange(userid) ? 'meeting_plan_changed' : 'meeting_plan');
  }
  for (const userid of gone.toSorted((a, b) => a - b)) await tellPerson(work, plan, userid, 'meeting_plan_canceled');
  const uninvited = before.emails.filter((email) => !invited.emails.includes(email));
  await endMailedCodes(work.tx, plan.meeting_id, uninvited);
  if (!(await work.app.mailer.isReady())) return;
  for (const email of invited.emails) mail(work, plan, email, await linkFor(work, plan, email));
  const host = uninvited.length > 0 ? await findUser(work.tx, plan.userid) : undefined;
  for (const email of uninvited) mail(work, plan, email, '', { ...(host && { host }) });
}

/** Tells people and guests that one date is at another time, or canceled. @param from  when it was to begin */
export async function tellOfDate(
  work: Work,
  plan: PlanRow,
  { from, ...only }: DateChange & { from: Date },
  { userids, emails }: Invited,
): Promise<void> {
  const notice = only.start_at ? 'meeting_plan_moved' : 'meeting_plan_skipped';
  const start_at = only.start_at ? new Date(only.start_at) : from;
  const date = { ...plan, start_at, minutes: only.minutes, repeat: 'never' };
  for (const userid of userids.toSorted((a, b) => a - b)) await tellPerson(work, date, userid, notice);
  if (!(await work.app.mailer.isReady())) return;
  for (const email of emails)
    mail(work, plan, email, only.start_at ? await linkFor(work, plan, email) : '', { only: { ...only, start_at } });
}

/** A new link for one guest; those in earlier mails continue to work. */
async function linkFor({ tx, app, now }: Work, plan: PlanRow, email: string): Promise<string> {
  const code = randomCode(18);
  const until = lastEnd(plan) ?? new Date(now.getTime() + YEAR_MS);
  const expired_at = new Date(until.getTime() + AFTER_MS);
  await insertCode(tx, { code_hash: tokenHash(code), meeting_id: plan.meeting_id, expired_at, email });
  return `${app.publicUrl}/meeting/${plan.meetingid}/${code}`;
}

type Notice =
  | 'meeting_plan'
  | 'meeting_plan_changed'
  | 'meeting_plan_canceled'
  | 'meeting_plan_moved'
  | 'meeting_plan_skipped'
  | 'meeting_plan_soon';
/** Sends a message of the meeting bot, with a button to join; the client formats the time. */
export const tellPerson = (work: Work, plan: PlanRow, userid: number, notice: Notice, at = plan.start_at) =>
  sendSystemMessage(
    work,
    userid,
    {
      type: 'meeting_plan',
      title: translate('en', `bot.${notice}`, { name: plan.name }),
      key: `bot.${notice}`,
      data: { name: plan.name },
      name: plan.name,
      plan_id: plan.id,
      meetingid: plan.meetingid,
      start_at: wireTime(at),
      minutes: plan.minutes,
      repeat: plan.repeat,
      is_canceled: notice === 'meeting_plan_canceled' || notice === 'meeting_plan_skipped',
    },
    'meeting-alert',
  );

function mail(
  work: Work,
  plan: PlanRow,
  email: string,
  link: string,
  { only, host }: Pick<Payload, 'only' | 'host'> = {},
): void {
  const { id, meetingid, name, userid, minutes, repeat, sequence, start_at, until_at, timezone, changes } = plan;
  work.enqueue(MAIL_JOB, {
    plan: {
      ...{ id, meetingid, name, userid, minutes, repeat, timezone, changes },
      // A cancellation follows the last change, which that of a single date is itself.
      sequence: link || only ? sequence : sequence + 1,
      start_at: start_at.toISOString(),
      until_at: until_at?.toISOString() ?? null,
    },
    ...(only && { only }),
    email,
    lang: work.caller.lang,
    link: link && work.app.secrets.seal(link, ABOUT),
    ...(host && { host: { nickname: host.nickname, email: host.email, timezone: host.timezone } }),
  } satisfies Payload);
}

async function activeHost(app: App, { userid }: Payload['plan']): Promise<Host | undefined> {
  const [isActive] = await listActiveIds(app.db, [userid]);
  return isActive ? findUser(app.db, userid) : undefined;
}

/** A job: the invitation of one guest, with a file for their calendar. */
export async function mailPlan(app: App, payload: unknown): Promise<void> {
  const { plan, only, email, lang: asked, link: sealed } = payload as Payload;
  const host = (payload as Payload).host ?? (await activeHost(app, plan));
  if (!host) return;
  const lang: Language = isLanguage(asked) ? asked : 'en';
  const link = sealed && app.secrets.open(sealed, ABOUT);
  const start_at = new Date(plan.start_at);
  const { system_alias: name } = await settingsOf(app);
  const time = mailTime(lang, only?.start_at ? new Date(only.start_at) : start_at, host, 'full');
  const data = { name, who: displayName(host, lang), topic: oneLine(plan.name), time };
  const content = invitationFile({
    ...{ start_at, minutes: plan.minutes, repeat: plan.repeat, sequence: plan.sequence, name: plan.name },
    until_at: plan.until_at ? new Date(plan.until_at) : null,
    ...{ timezone: plan.timezone ?? '', changes: plan.changes ?? [], only },
    uid: `meeting-${plan.id}@${new URL(app.publicUrl).hostname}`,
    url: link || app.publicUrl,
    organizer: { name: displayName(host, lang), email: host.email },
    attendee: email,
    isCanceled: !link,
    now: new Date(),
  });
  const key = only ? (link ? 'moved' : 'skipped') : link ? 'invited' : 'canceled';
  await sendMail(
    app,
    {
      to: email,
      lang,
      subject: translate(lang, `mail.meeting.${key}`, data),
      calendar: { method: link ? 'REQUEST' : 'CANCEL', content },
    },
    {
      paragraphs: [translate(lang, `mail.meeting.${key}_text`, data), translate(lang, 'mail.meeting.time', data)],
      ...(link && { button: { label: translate(lang, 'mail.meeting.join'), url: link } }),
    },
  );
}

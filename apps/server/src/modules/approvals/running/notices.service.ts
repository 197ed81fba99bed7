import type { ApprovalContent, ApprovalRange } from '@atrium/contract/approvals/definition.ts';
import { languageOf, localeOf } from '@atrium/i18n/languages.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { REMOTE_URL } from '@atrium/richtext/html/urls.ts';
import { checkinOf, hoursOf } from '#modules/checkin/setting.service';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { patchCards } from '#modules/messages/cards/patchCards.service';
import { asBot } from '#modules/users/bots.service';
import { parseTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { contentIn, formNameIn, lineIn } from '../definitions/standardTexts.ts';
import { presentApprovalFile } from './files.service.ts';
import { namesFor } from './names.service.ts';
import { insertNotice, listLanguages, listNotices, retitle, retitleActs } from './notices.queries.ts';
import { type ApprovalRecord, listFiles } from './run.queries.ts';
import { linesOf, olderFields, varOf } from './words.ts';

/** Messages of the approval bot. Their titles are keys, so that everyone reads them in their own language. */
export type NoticeType = 'approve_reviewer' | 'approve_notifier' | 'approve_comment_notifier' | 'approve_submitter';
export interface Notice {
  type: NoticeType;
  /** The end of the title's key. */
  key:
    | 'reviewer'
    | 'reviewer_cancel'
    | 'remind'
    | 'notifier'
    | 'comment'
    | 'submitter_pass'
    | 'submitter_refuse'
    | 'submitter_return';
  /** The action that the message reports; '' shows the buttons. */
  action: '' | 'pass' | 'refuse' | 'withdraw' | 'return' | 'transfer';
  is_finished?: boolean;
  stepId?: number;
  /** The person who acted: who rejected, or who commented. */
  by?: number;
  comment?: string;
  pictures?: readonly string[];
  /** The absent person, by the deputy who acts for them. */
  insteadOf?: ReadonlyMap<number, number>;
}

const ROWS = 8;
const LONGEST = 300;

export async function sendNotices(
  work: Work,
  row: ApprovalRecord,
  content: ApprovalContent,
  userids: readonly number[],
  notice: Notice,
): Promise<void> {
  const languages = await listLanguages(work.tx, [...new Set(userids)]);
  if (languages.size === 0) return;
  const bot = await asBot(work, 'approval-alert');
  const names = await namesOf(work, row, content, notice);
  for (const [userid, spoken] of languages) {
    const lang = languageOf(spoken);
    const insteadOf = notice.insteadOf?.get(userid);
    const common = dataOf(row, contentIn(content, lang), notice, names, lang);
    const deputy = insteadOf
      ? { label: translate(lang, 'approval.deputy_of'), value: names.person(insteadOf) }
      : undefined;
    const data = {
      ...common,
      ...weekdays(work, common, lang),
      proc_def_name: formNameIn(row.name, lang),
      ...(deputy && { rows: [deputy, ...common.rows] }),
    };
    const fallback = translate('en', `bot.approve_${notice.key}`, data);
    const msg = {
      type: notice.type,
      action: notice.action,
      is_finished: Number(notice.is_finished ?? false),
      key: `bot.approve_${notice.key}`,
      title: fallback,
      data,
    };
    const sent = await postMessage(bot, {
      dialogId: await dialogWith(bot, userid),
      userid: bot.caller.userid,
      type: 'template',
      mtype: 'template',
      msg,
      searchKey: `${fallback} ${row.title}`,
      mentions: [],
      link: false,
      isBot: true,
      silence: false,
      replyId: 0,
    });
    await insertNotice(work.tx, { msg_id: sent.id, approval_id: row.id, step_id: notice.stepId ?? 0, userid });
  }
}

async function namesOf(work: Work, row: ApprovalRecord, content: ApprovalContent, { by = 0, insteadOf }: Notice) {
  const files = await listFiles(work.tx, row.id);
  const people = [row.userid, by, ...(insteadOf?.values() ?? [])];
  return { ...(await namesFor(work, content.form, row.answers, people, files)), files };
}

function dataOf(
  row: ApprovalRecord,
  content: ApprovalContent,
  notice: Notice,
  { files, ...names }: Awaited<ReturnType<typeof namesOf>>,
  lang: Language,
) {
  const older = varOf(content, row.answers, names);
  const { range } = olderFields(content);
  const picture = files.find(({ thumb_size, width }) => thumb_size > 0 && width > 0);
  const pictures = files.filter(({ token }) => notice.pictures?.includes(token)).map(presentApprovalFile);
  const by = notice.by ? names.person(notice.by) : '';
  return {
    id: row.id,
    task_id: notice.stepId ?? 0,
    nickname: names.person(row.userid),
    start_nickname: names.person(row.userid),
    department: row.department,
    type: older.type,
    start_time: older.startTime,
    end_time: older.endTime,
    is_day: range ? !range.time : false,
    description: older.description.slice(0, LONGEST),
    by,
    ...(notice.comment !== undefined && {
      comment_nickname: by,
      comment_content: notice.comment,
      comment_pictures: pictures.map(({ url }) => url),
    }),
    rows: linesOf(content.form, row.answers, names)
      .slice(0, ROWS)
      .map((line) => lineIn(line, content.form, lang))
      .map(({ label, value }) => ({ label, value: value.slice(0, LONGEST) })),
    ...(picture && {
      thumb: { url: `${REMOTE_URL}file/thumb/${picture.token}`, width: picture.width, height: picture.height },
    }),
  };
}

function weekdays(
  work: Work,
  { start_time, end_time, is_day }: { start_time: string; end_time: string; is_day: boolean },
  lang: Language,
) {
  const timeZone = is_day ? 'UTC' : hoursOf(checkinOf(work.app)).timezone;
  const format = new Intl.DateTimeFormat(localeOf[lang], { weekday: 'short', timeZone });
  const day = (text: ApprovalRange['from']) => {
    const at = parseTime(text);
    return at ? format.format(at) : '';
  };
  return { start_day_of_week: day(start_time), end_day_of_week: day(end_time) };
}

/** Changes the messages that asked somebody to decide: at one step, or at all of a request. */
export async function closeNotices(
  work: Work,
  approvalId: number,
  which: { stepId?: number; userids?: readonly number[] },
  patch: { action?: Notice['action']; is_finished?: number; by?: string },
): Promise<void> {
  const { by, ...fields } = patch;
  const rows = (await listNotices(work.tx, approvalId)).filter(
    ({ step_id, userid }) =>
      (which.stepId === undefined || step_id === which.stepId) && (!which.userids || which.userids.includes(userid)),
  );
  await patchCards(
    work,
    rows.map(({ msg_id }) => msg_id),
    { ...fields, ...(by !== undefined && { data: { by } }) },
  );
}

/** Replaces the name of a person in their requests, and in the messages about those and about what they decided. */
export async function renameInApprovals(work: Work, userid: number, was: string, name: string): Promise<void> {
  await patchCards(work, await retitle(work.tx, userid, name), { data: { nickname: name, start_nickname: name } });
  const naming = Map.groupBy(await retitleActs(work.tx, userid, { was, name }), ({ isComment }) => isComment);
  for (const [isComment, cards] of naming) {
    const data = { by: name, ...(isComment && { comment_nickname: name }) };
    await patchCards(
      work,
      cards.map(({ id }) => id),
      { data },
    );
  }
}

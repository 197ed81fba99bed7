import { translate } from '@atrium/i18n/translate.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { changeMeetingCards } from '#modules/messages/cards/meetingCards.service';
import { asBot } from '#modules/users/bots.service';
import type { Work } from '#platform/work';
import { presentMeeting } from './meetings.present.ts';
import { getMeeting, type MeetingRow, markEnded, reopen, takeLines } from './meetings.queries.ts';

/**
 * Ends an empty meeting and updates its cards. A second call changes nothing. A meeting that stays begins again without
 * a lock and removals, unless it is canceled or over for good (`isFinal`).
 */
export async function endMeeting(work: Work, meetingId: number, { isFinal = false } = {}): Promise<void> {
  const row = await markEnded(work.tx, meetingId, work.now, isFinal);
  if (row) await changeMeetingCards(work, row.meetingid, { ...presentMeeting(row) });
  const meeting = row ?? (await getMeeting(work.tx, meetingId));
  if (!row && meeting?.is_lasting) await reopen(work.tx, meetingId);
  if (meeting) await keepLines(work, meeting);
}

const KEY = 'bot.meeting_lines';

/** Posts what was written in the room: in the meeting's conversation, or to its host. */
async function keepLines(work: Work, { id, name, userid, dialog_id }: MeetingRow): Promise<void> {
  const lines = await takeLines(work.tx, id);
  if (lines.length === 0) return;
  const content = [name, ...lines.map(({ nickname, text }) => `${nickname}: ${text}`)].join('\n');
  const msg = { type: 'content', title: translate('en', KEY), key: KEY, content };
  if (!dialog_id) return sendSystemMessage(work, userid, msg, 'meeting-alert');
  const bot = await asBot(work, 'meeting-alert');
  await postMessage(bot, {
    dialogId: dialog_id,
    userid: bot.caller.userid,
    type: 'template',
    mtype: 'template',
    msg,
    searchKey: content,
    mentions: [],
    link: false,
    isBot: true,
    silence: true,
    replyId: 0,
  });
}

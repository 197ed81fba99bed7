import type { InputOf } from '@atrium/contract/kit.ts';
import { INBOX_PAGE, type InboxItem, type inboxEdit, type inboxList } from '@atrium/contract/workspace/inbox.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { requestNamesIn } from '#modules/approvals/reading/requestNames.service';
import { messagesReadBy } from '#modules/dialogs/dialogs.access';
import { previewText } from '#modules/dialogs/preview.service';
import { readMessages } from '#modules/messages/messages.service';
import { listSeenTasks } from '#modules/tasks/tasks.service';
import { displayName } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { announce } from './follow.service.ts';
import { type InboxRow, listItems, listWaitingApprovals, markItems, type WaitingApproval } from './inbox.queries.ts';

type Shown = Omit<InboxItem, 'id' | 'kind' | 'userid' | 'msg_id' | 'is_unread' | 'at' | 'done_at' | 'snooze_until'>;
const NOTHING: Shown = {
  title: '',
  text: '',
  dialog_id: 0,
  task_id: 0,
  project_id: 0,
  approval_id: 0,
  end_at: null,
};

/** The rights are checked for all items at once, each time: what the caller can no longer see is not in the list. */
export async function listInbox(view: View, { state = 'open', before_id = 0 }: InputOf<typeof inboxList>) {
  for (let beforeId = before_id; ; ) {
    const rows = await listItems(view.tx, view.caller.userid, { state, beforeId, limit: INBOX_PAGE });
    const list = await presentItems(view, rows);
    const has_more = rows.length === INBOX_PAGE;
    // A page with only items that the caller may not see is skipped, because a reader continues after the last item.
    if (list.length > 0 || !has_more) return { list, has_more };
    beforeId = rows.at(-1)?.id ?? 0;
  }
}

/** Presents the items that the caller can currently see. */
export async function presentItems(view: View, rows: readonly InboxRow[]): Promise<InboxItem[]> {
  const shown = await showAll(view, rows);
  return rows.flatMap((row): InboxItem[] => {
    const about = shown.get(row.id);
    if (!about) return [];
    const { id, kind, is_unread, at, done_at, snooze_until } = row;
    // A task opens without its message, because the bot's message about it says nothing more.
    const msg_id = row.subject === 'message' ? row.msg_id : 0;
    const times = { at: wireTime(at), done_at: wireTime(done_at), snooze_until: wireTime(snooze_until) };
    return [{ id, kind, userid: row.by_userid, msg_id, is_unread: is_unread && !done_at, ...about, ...times }];
  });
}

async function showAll(view: View, rows: readonly InboxRow[]): Promise<Map<number, Shown>> {
  const { tx, caller, app } = view;
  const of = (...subjects: InboxRow['subject'][]) => rows.filter(({ subject }) => subjects.includes(subject));
  const refs = (some: readonly InboxRow[]) => [...new Set(some.map(({ ref }) => ref))];
  const messages = of('message');
  const readable = await messagesReadBy(view, refs(messages));
  const peers = await listBasics(tx, [...new Set(messages.flatMap(({ peer }) => (peer ? [peer] : [])))]);
  const names = new Map(peers.map((peer) => [peer.userid, displayName(peer, caller.lang)]));
  const tasks = new Map((await listSeenTasks(view, refs(of('task', 'due')))).map((task) => [task.id, task]));
  const steps = refs(of('approval'));
  const asked = new Map(
    (steps.length > 0 ? await listWaitingApprovals(app.db, caller.userid, steps) : []).map((each) => [
      each.step_id,
      each,
    ]),
  );
  const show = (row: InboxRow): Shown | undefined => {
    if (row.subject === 'message')
      return readable.has(row.ref) && row.dialog_type ? showMessage(view, row, names) : undefined;
    if (row.subject === 'approval') {
      const step = asked.get(row.ref);
      return step && showApproval(step, caller.lang);
    }
    const task = tasks.get(row.ref);
    if (!task) return undefined;
    const { id, name, project_id, project_name, end_at } = task;
    return { ...NOTHING, title: name, text: row.note || project_name || '', task_id: id, project_id, end_at };
  };
  return new Map(
    rows.flatMap((row) => {
      const about = show(row);
      return about ? [[row.id, about]] : [];
    }),
  );
}

/** A form made from a template has its name in the reader's language here, as in the list of requests. */
function showApproval(request: WaitingApproval, lang: Language): Shown {
  const { title, form } = requestNamesIn(request, lang);
  return { ...NOTHING, title: title || form, text: form, approval_id: request.approval_id };
}

/** The server cuts a line to this length; the list cuts it further, where the row ends. */
const LINE_CHARS = 200;

function showMessage({ caller }: View, row: InboxRow, names: ReadonlyMap<number, string>): Shown {
  const { lang } = caller;
  const group = row.dialog_name || translate(lang, row.group_type === 'all' ? 'word.all_members' : 'word.unknown');
  return {
    ...NOTHING,
    title: row.dialog_type === 'user' ? (names.get(row.peer ?? 0) ?? group) : group,
    text: previewText({ type: row.type, mtype: row.mtype, msg: row.msg }, lang, LINE_CHARS),
    dialog_id: row.dialog_id ?? 0,
  };
}

/** The longest snooze. */
const MOST_MS = 5 * 366 * 86_400_000;

/** @throws parameter  if the time is none, or not to come */
export async function editInbox(work: Work, { ids, done, read, snooze_until }: InputOf<typeof inboxEdit>) {
  const { tx, caller, now } = work;
  const until = snooze_until === undefined ? undefined : untilOf(snooze_until, now);
  const rows = await markItems(tx, caller.userid, ids, now, { isDone: done, isRead: read, until });
  // The bot's messages are marked as read, so that its conversation does not ask for the same thing again.
  const notices = rows.flatMap(({ subject, msg_id }) => (subject !== 'message' && msg_id > 0 ? [msg_id] : []));
  if ((done || read) && notices.length > 0) await readMessages(work, { id: notices });
  if (rows.length > 0) announce(work, [caller.userid]);
  return {};
}

function untilOf(text: string, now: Date): Date | null {
  if (!text) return null;
  const at = parseTime(text);
  if (!at || at <= now || at.getTime() > now.getTime() + MOST_MS) throw fail('parameter', { name: 'snooze_until' });
  return at;
}

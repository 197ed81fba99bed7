import * as contract from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { dialogWith } from '#modules/dialogs/dialogs.service';
import { readRanges } from '#modules/dialogs/reads.service';
import { listBasics } from '#modules/users/users.service';
import { toUsers } from '#platform/events/events';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import {
  adopt,
  countSessions,
  findEmpty,
  findSession,
  firstWords,
  insertSession,
  listSessions as listRows,
  lockDialog,
  type SessionRow,
  setDialogSession,
  setSessionTitle,
} from './sessions.queries.ts';

/** Returns the members of the caller's conversation, which must have sessions. @throws dialog.gone, session.none */
async function talkFor(view: View, dialogId: number): Promise<number[]> {
  const { dialog } = await dialogFor(view, dialogId);
  const people = await listBasics(view.tx, dialog.pair ?? []);
  if (!people.some((user) => user.bot > 0 && contract.hasSessions(user.email))) throw fail('session.none');
  return dialog.pair ?? [];
}

/** Marks the previous session as read: its badge no longer leads there. */
export async function createSession(work: Work, input: InputOf<typeof contract.sessionCreate>) {
  const dialogId = input.dialog_id ?? (await dialogWith(work, input.userid ?? 0));
  const pair = await talkFor(work, dialogId);
  const dialog = await lockDialog(work.tx, dialogId);
  if (dialog.session_id === 0 && dialog.last_seq > 0) {
    const title = truncate(await firstWords(work.tx, dialogId), contract.SESSION_TITLE);
    await adopt(work.tx, dialogId, await insertSession(work.tx, dialogId, title));
  }
  const empty = await findEmpty(work.tx, dialogId);
  const id = empty?.id ?? (await insertSession(work.tx, dialogId));
  return enter(work, pair, { dialogId, id, lastSeq: dialog.last_seq });
}

export async function openSession(work: Work, { session_id }: InputOf<typeof contract.sessionOpen>) {
  const session = await sessionFor(work, session_id);
  const pair = await talkFor(work, session.dialog_id);
  const dialog = await lockDialog(work.tx, session.dialog_id);
  return enter(work, pair, { dialogId: session.dialog_id, id: session.id, lastSeq: dialog.last_seq });
}

async function enter(work: Work, pair: number[], to: { dialogId: number; id: number; lastSeq: number }) {
  const { dialogId, id, lastSeq } = to;
  await setDialogSession(work.tx, id, dialogId);
  if (lastSeq > 0) await readRanges(work, dialogId, [[1, lastSeq]]);
  work.emit(contract.sessionChanged, toUsers(...pair), { id: dialogId, session_id: id });
  return presentSession(await sessionFor(work, id));
}

/** A session renamed by a person keeps that name. */
export async function renameSession(work: Work, { session_id, title }: InputOf<typeof contract.sessionRename>) {
  await sessionFor(work, session_id);
  await setSessionTitle(work.tx, title, work.now, session_id);
  return presentSession(await sessionFor(work, session_id));
}

export async function listSessions(view: View, input: InputOf<typeof contract.sessionList>) {
  const { dialog_id, page = 1, pagesize = 10 } = input;
  await talkFor(view, dialog_id);
  const [rows, total] = await Promise.all([
    listRows(view.tx, dialog_id, page, pagesize),
    countSessions(view.tx, dialog_id),
  ]);
  return {
    data: rows.map(presentSession),
    total,
    current_page: page,
    per_page: pagesize,
    last_page: Math.max(1, Math.ceil(total / pagesize)),
  };
}

/** Finds one of the caller's sessions. @throws session.gone, if it is missing or another person's */
async function sessionFor(view: View, id: number): Promise<SessionRow> {
  const session = await findSession(view.tx, id);
  const isOwn = session && (await dialogFor(view, session.dialog_id).catch(() => null));
  if (!session || !isOwn) throw fail('session.gone');
  return session;
}

const presentSession = (row: SessionRow): contract.Session => ({
  id: row.id,
  dialog_id: row.dialog_id,
  title: row.title,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  is_open: row.is_open,
});

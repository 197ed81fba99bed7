import type * as contract from '@atrium/contract/files/documents.ts';
import { COMMENTS_PER_FILE, type DocumentComment, isLive } from '@atrium/contract/files/documents.ts';
import { PERMISSION } from '@atrium/contract/files/drive.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { announceCommented } from '#modules/drive/content.service';
import { type DriveRow, driveFor } from '#modules/drive/drive.access';
import { Failure, fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import * as queries from './documents.queries.ts';
import { notifyMentioned } from './mentions.service.ts';
import { documentRooms } from './rooms.service.ts';

const COMMENTS_PER_WINDOW = 60;
const WINDOW_MS = 60_000;

const present = (row: queries.CommentRow): DocumentComment => ({
  ...{ id: row.id, file_id: row.file_id, thread_id: row.thread_id ?? 0, userid: row.userid },
  ...{ text: row.text, quote: row.quote, place: row.place },
  resolved_at: row.resolved_at && wireTime(row.resolved_at),
  resolved_by: row.resolved_by,
  created_at: wireTime(row.created_at),
});

export async function listComments(view: View, { id }: InputOf<typeof contract.commentLists>) {
  await driveFor(view, id, 'read');
  return (await queries.listComments(view.tx, id)).map(present);
}

export async function addComment(work: Work, input: InputOf<typeof contract.commentAdd>): Promise<DocumentComment> {
  const { id, text, thread_id, quote = '', place = '', userids = [] } = input;
  const row = await driveFor(work, id, 'read');
  if (row.type === 'folder') throw fail('drive.file');
  const { app, caller } = work;
  if (!app.limiter.take(`comment:${caller.userid}`, COMMENTS_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const thread = thread_id ? await queries.findComment(work.tx, thread_id) : undefined;
  if (thread_id && (thread?.file_id !== id || thread.thread_id !== null)) throw fail('document.comment');
  if ((await queries.countComments(work.tx, id)) >= COMMENTS_PER_FILE) throw fail('document.comments');
  const comment = await queries.insertComment(work.tx, {
    ...{ file_id: id, userid: caller.userid, text: text.trim(), created_at: work.now },
    ...(thread ? { thread_id: thread.id } : { quote, place }),
  });
  await notifyMentioned(work, row, { commentId: comment.id, words: comment.text }, userids);
  await announce(work, row);
  return present(comment);
}

/** Finds a comment for people who may read its file. @throws document.comment */
async function commentFor(work: Work, id: number) {
  const comment = await queries.findComment(work.tx, id);
  if (!comment) throw fail('document.comment');
  const file = await driveFor(work, comment.file_id, 'read').catch((error: unknown) => {
    throw error instanceof Failure ? fail('document.comment') : error;
  });
  return { comment, file, isOwn: comment.userid === work.caller.userid };
}

export async function resolveComment(work: Work, input: InputOf<typeof contract.commentResolve>) {
  const { comment, file, isOwn } = await commentFor(work, input.comment_id);
  if (comment.thread_id !== null) throw fail('document.comment');
  if (!isOwn && file.permission < PERMISSION.write) throw fail('forbidden');
  const isResolved = input.resolved ?? true;
  const row = await queries.setResolved(
    work.tx,
    comment.id,
    isResolved ? work.now : null,
    isResolved ? work.caller.userid : 0,
  );
  await announce(work, file);
  return present(row);
}

export async function removeComment(work: Work, input: InputOf<typeof contract.commentRemove>) {
  const { comment, file, isOwn } = await commentFor(work, input.comment_id);
  if (!isOwn && file.permission < PERMISSION.full) throw fail('forbidden');
  await queries.deleteComment(work.tx, comment.id);
  await announce(work, file);
  return { id: comment.id };
}

/** Announces a change. People who have the file open load its comments again. */
async function announce(work: Work, file: DriveRow): Promise<void> {
  if (isLive(file)) work.afterCommit(() => documentRooms(work.app).commented(file.id));
  else await announceCommented(work, file);
}

import { cleanHtml } from '@atrium/richtext/html/clean.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { safeUrl } from '@atrium/richtext/html/urls.ts';
import { mentionsOf } from '@atrium/richtext/mentions.ts';
import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { requestIndexing } from '#modules/searchIndex/requestIndexing.service';
import type { Work } from '#platform/work';
import { type PlannedAttachment, resolveMentions, type TextType } from '../imports.plan.ts';
import {
  incrementReplies,
  insertImportedMessage,
  listImportedMessages,
  lockDialog,
  markRangeRead,
  setDialogEnd,
  setLastMessage,
} from './messages.queries.ts';
import type { PeopleMap } from './people.import.ts';
import { Tally } from './tally.ts';

export interface IncomingMessage {
  key: string;
  /** A comment of a task at the other product. */
  isComment?: boolean;
  author: string | null;
  kind: 'text' | 'notice';
  text: string;
  type: TextType;
  createdAt: string | null;
  isEdited: boolean;
  replyKey: string | null;
  reactions: readonly { symbol: string; people: string[] }[];
  files: readonly PlannedAttachment[];
}

const CHUNK = 200;

/**
 * Appends messages to a dialog, in order, with their own times and authors. Those of an earlier import are skipped.
 * History counts as read for everybody: nobody wants ten thousand unread messages on the first morning.
 */
export async function importMessages(
  work: Work,
  dialogId: number,
  messages: readonly IncomingMessage[],
  people: PeopleMap,
  tally = new Tally(),
): Promise<void> {
  for (let from = 0; from < messages.length; from += CHUNK) {
    const chunk = messages.slice(from, from + CHUNK);
    await importChunk(work, dialogId, chunk, people, tally);
    tally.step(chunk.length);
  }
}

async function importChunk(
  work: Work,
  dialogId: number,
  chunk: readonly IncomingMessage[],
  people: PeopleMap,
  tally = new Tally(),
): Promise<void> {
  const { tx } = work;
  const dialog = await lockDialog(tx, dialogId);
  const keys = [...chunk.map((message) => message.key), ...chunk.flatMap((message) => message.replyKey ?? [])];
  const known = await listImportedMessages(tx, keys.length, keys);
  const ids = new Map(known.map((row) => [row.import_key ?? '', row.id]));
  let seq = dialog.last_seq;
  // A chat in use stays where it is in the list. A chat without messages is as old as its history, not as its row.
  let lastAt = dialog.last_seq > 0 ? dialog.last_at : null;
  const fresh: number[] = [];
  for (const message of chunk) {
    if (ids.has(message.key)) continue;
    seq += 1;
    const at = message.createdAt ? new Date(message.createdAt) : work.now;
    const userid = (message.author !== null && people.get(message.author)) || 0;
    const { msg, mentions, link } = contentOf(message, people);
    const emoji = reactionsOf(message, people);
    const row = await insertImportedMessage(tx, {
      dialog_id: dialogId,
      seq,
      userid,
      type: message.kind,
      mtype: message.kind,
      msg: JSON.stringify(msg),
      search_key: message.kind === 'text' ? searchKey({ type: 'text', msg }) : '',
      emoji: JSON.stringify(emoji),
      send: Math.max(0, dialog.people - 1),
      link: Number(link),
      modify: Number(message.isEdited),
      reply_id: (message.replyKey !== null && ids.get(message.replyKey)) || 0,
      mentions,
      import_key: message.key,
      created_at: at,
    });
    ids.set(message.key, row.id);
    fresh.push(row.id);
    if (message.replyKey && ids.has(message.replyKey)) {
      await incrementReplies(tx, ids.get(message.replyKey));
    }
    if (!lastAt || at > lastAt) lastAt = at;
    tally.count(message.isComment ? 'comments' : 'messages');
    tally.count('attachments', message.files.length);
    tally.count(
      'reactions',
      emoji.reduce((sum, { userids }) => sum + userids.length, 0),
    );
    await setLastMessage(tx, row.id, dialogId);
  }
  if (seq === dialog.last_seq) return;
  await requestIndexing(work, 'message', fresh);
  await setDialogEnd(tx, { last_seq: seq, last_at: lastAt, updated_at: work.now }, dialogId);
  await markRangeRead(tx, dialog.last_seq, seq, dialogId);
}

function contentOf(message: IncomingMessage, people: PeopleMap) {
  if (message.kind === 'notice') return { msg: { notice: message.text, source: 'api' }, mentions: [], link: false };
  const imported =
    message.type === 'html' ? cleanHtml(resolveMentions(message.text, (id) => people.get(id) ?? null)) : message.text;
  const text = authorText(message, people) + imported + filesText(message.files, message.type);
  const { users, everyone } = mentionsOf(text, message.type);
  return {
    msg: { text, ...(message.type === 'md' && { type: 'md' }) },
    mentions: [...users.filter((userid) => userid > 0), ...(everyone ? [0] : [])],
    link: /https?:\/\//.test(text),
  };
}

/** The name of an author who has no account here; '' for all others. */
function authorText({ author, type }: IncomingMessage, people: PeopleMap): string {
  const name = author === null ? undefined : people.nameOf(author);
  if (!name) return '';
  if (type === 'html') return `<p><strong>${escapeText(name)}</strong></p>`;
  return `**${name.replace(/[\\`*_~[\]<>&]/g, String.raw`\$&`)}**\n\n`;
}

/** Files stay at the other product: only their names and links are imported. */
export function filesText(files: readonly PlannedAttachment[], type: TextType): string {
  const lines = files.map(({ name, url }) => {
    const href = safeUrl(url);
    if (type === 'md') return href ? `[${name.replace(/[[\]]/g, ' ')}](${href})` : name;
    return href
      ? `<p><a href="${escapeText(href)}" target="_blank">${escapeText(name)}</a></p>`
      : `<p>${escapeText(name)}</p>`;
  });
  return lines.length === 0 ? '' : type === 'md' ? `\n\n${lines.join('\n')}` : lines.join('');
}

function reactionsOf(message: IncomingMessage, people: PeopleMap) {
  return message.reactions
    .map(({ symbol, people: who }) => ({ symbol, userids: who.flatMap((id) => people.get(id) ?? []) }))
    .filter((reaction) => reaction.userids.length > 0);
}

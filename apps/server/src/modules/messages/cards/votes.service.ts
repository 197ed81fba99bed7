import { randomUUID } from 'node:crypto';
import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { type DialogAccess, dialogFor } from '#modules/dialogs/dialogs.access';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { presentMessage } from '../messages.present.ts';
import { listMessagesById, type MessageRow } from '../messages.queries.ts';
import { speakerFor } from '../sending/send.service.ts';
import { refreshCards } from './cards.service.ts';
import { lockByUuid, storeMsgs } from './polls.queries.ts';

type Input = InputOf<typeof acts.msgVote>;
type Dialog = DialogAccess['dialog'];

const MIN_OPTIONS = 2;
const MAX_OPTIONS = 50;

/** A poll is in one message or, re-posted, in several: votes are written to all of them. */
export async function takeVote(work: Work, input: Input): Promise<contract.Message[]> {
  const type = input.type ?? 'create';
  if (type === 'create') return [await beginVote(work, input)];
  if (!input.uuid) throw fail('parameter.missing', { name: 'uuid' });
  const rows = await lockByUuid(work.tx, 'vote', input.uuid);
  const newest = rows.at(-1);
  if (!newest) throw fail('vote.gone');
  const { dialog } = await dialogFor(work, newest.dialog_id);
  const vote = newest.msg as unknown as contract.VoteMsg;
  if (vote.state !== 1) throw fail('vote.closed');
  if (type === 'vote') return change(work, dialog, rows, withVote(work, vote, input.vote ?? []));
  if (vote.userid !== work.caller.userid) throw fail('vote.owner');
  if (type === 'again') {
    // Re-posting a poll makes a new message, which its owner may no longer be allowed to post.
    await speakerFor(work, dialog.id, { isGroup: false });
    return [await post(work, dialog.id, vote)];
  }
  const closed = { ...vote, state: 0 };
  const changed = await change(work, dialog, rows, closed);
  for (const row of rows) await refreshCards(work, row, { ...row, msg: closed });
  return changed;
}

async function beginVote(work: Work, input: Input): Promise<contract.Message> {
  if (!input.dialog_id) throw fail('parameter.missing', { name: 'dialog_id' });
  const dialog = await speakerFor(work, input.dialog_id, { isGroup: true });
  const texts = (input.list ?? []).map((option) => option.text).filter((text) => text !== '');
  if (!input.text) throw fail('vote.text');
  if (texts.length < MIN_OPTIONS || texts.length > MAX_OPTIONS) throw fail('vote.options', { limit: MAX_OPTIONS });
  if (new Set(texts).size < texts.length) throw fail('vote.same');
  return post(work, dialog.id, {
    uuid: randomUUID(),
    text: input.text,
    list: texts.map((text, index) => ({ id: index + 1, text })),
    multiple: Number(input.multiple ?? false),
    anonymous: Number(input.anonymous ?? false),
    state: 1,
    userid: work.caller.userid,
    votes: [],
  });
}

/** Adds a vote, once per person and only for existing options. */
function withVote({ caller }: Work, vote: contract.VoteMsg, choice: readonly number[]): contract.VoteMsg {
  if (vote.votes.some((cast) => cast.userid === caller.userid)) throw fail('vote.twice');
  const known = new Set(vote.list.map((option) => option.id));
  const isFit = choice.length > 0 && choice.every((id) => known.has(id));
  if (!isFit) throw fail('vote.choice');
  if (vote.multiple !== 1 && choice.length > 1) throw fail('vote.choice');
  return { ...vote, votes: [...vote.votes, { userid: caller.userid, votes: [...choice] }] };
}

async function change(work: Work, dialog: Dialog, rows: readonly MessageRow[], vote: contract.VoteMsg) {
  const { userid } = work.caller;
  const ids = rows.map((row) => row.id);
  const msg = { ...vote } as unknown as Record<string, unknown>;
  await storeMsgs(work.tx, ids, msg, work.now);
  // In an anonymous poll, everybody else gets only the counts.
  const variants = vote.anonymous ? [{ users: [userid], patch: { msg: contract.shownMsg(msg, userid) } }] : undefined;
  for (const id of ids) {
    const data = { id, dialog_id: dialog.id, msg: contract.shownMsg(msg, 0) };
    work.emit(contract.messageUpdated, dialogAudience(dialog), data, variants);
  }
  const shown = await listMessagesById(work.tx, userid, ids);
  return shown.map((row) => presentMessage(row, userid));
}

async function post(work: Work, dialogId: number, vote: contract.VoteMsg): Promise<contract.Message> {
  const { userid, isBot } = work.caller;
  const msg = { ...vote } as unknown as Record<string, unknown>;
  const sent = await postMessage(work, {
    dialogId,
    userid,
    type: 'vote',
    mtype: 'vote',
    msg,
    searchKey: searchKey({ type: 'vote', msg }),
    mentions: [],
    link: false,
    isBot,
    silence: false,
    replyId: 0,
  });
  return { ...sent, msg: contract.shownMsg(msg, userid) };
}

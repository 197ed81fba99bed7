import { randomUUID } from 'node:crypto';
import type * as acts from '@atrium/contract/chat/messageActions.ts';
import type * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { speakerFor } from '../sending/send.service.ts';
import { lockByUuid } from './polls.queries.ts';

type Input = InputOf<typeof acts.msgWordchain>;
type Line = contract.ChainMsg['list'][number];

const MAX_LINES = 500;
const MAX_CHARS = 200_000;

/** Each change of a sign-up list (word-chain) is posted as a new message with all entries: the newest one counts. */
export async function joinChain(work: Work, input: Input): Promise<contract.Message> {
  const dialog = await speakerFor(work, input.dialog_id, { isGroup: true });
  const given = input.list.filter((line) => line.text !== '');
  const known = input.uuid ? (await lockByUuid(work.tx, 'word-chain', input.uuid)).at(-1) : undefined;
  if (input.uuid && known?.dialog_id !== dialog.id) throw fail('chain.gone');
  const before = known ? (known.msg as unknown as contract.ChainMsg) : begin(work, input);
  const { userid } = work.caller;
  const chain = { ...before, userid, list: merged(before.list, given, userid, work.now.getTime()) };
  if (chain.list.length === 0 || chain.list.length > MAX_LINES) throw fail('chain.list', { limit: MAX_LINES });
  const msg = { ...chain } as unknown as Record<string, unknown>;
  if (JSON.stringify(msg).length > MAX_CHARS) throw fail('message.long');
  return postMessage(work, {
    dialogId: dialog.id,
    userid,
    type: 'word-chain',
    mtype: 'word-chain',
    msg,
    searchKey: searchKey({ type: 'word-chain', msg }),
    mentions: [],
    link: false,
    isBot: work.caller.isBot,
    silence: false,
    replyId: 0,
  });
}

function begin({ caller }: Work, { text }: Input): contract.ChainMsg {
  if (!text) throw fail('chain.text');
  return { uuid: randomUUID(), text, list: [], userid: caller.userid, createid: caller.userid };
}

/** Own entries change and new ones are appended; entries of others stay; sent changes to them are ignored. */
function merged(before: readonly Line[], given: Input['list'], userid: number, now: number): Line[] {
  const mine = new Map(before.filter((line) => line.userid === userid).map((line) => [line.id, line]));
  const known = new Set(before.map((line) => line.id));
  const changed = new Map(given.filter((line) => mine.has(line.id ?? 0)).map((line) => [line.id, line.text]));
  const kept = before.map((line) => ({ ...line, text: changed.get(line.id) ?? line.text }));
  const first = Math.max(now, ...before.map((line) => line.id + 1));
  const added = given
    .filter((line) => !known.has(line.id ?? 0))
    .map((line, index) => ({
      id: first + index,
      type: line.type === 'case' ? 'case' : 'text',
      userid,
      text: line.text,
    }));
  return [...kept, ...added].sort((a, b) => a.id - b.id);
}

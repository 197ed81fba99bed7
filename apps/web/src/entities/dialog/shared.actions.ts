import type { ClientMessage } from '@atrium/client/rows.ts';
import { msgList } from '@atrium/contract/messages.ts';
import { msgSearch } from '@atrium/contract/search.ts';
import { client } from '#sync/session.ts';

/** What a conversation can be narrowed to. */
export const KINDS = ['image', 'file', 'link', 'todo', 'tag'] as const;
export type Kind = (typeof KINDS)[number];

const PAGE = 40;
/** Newest first; `next` asks for older ones, 0 = there are none. */
export async function listKind(
  dialogId: number,
  kind: Kind,
  upTo: number,
): Promise<{ list: ClientMessage[]; next: number }> {
  const { list } = await client.api.read(msgList, {
    dialog_id: dialogId,
    msg_type: kind,
    pagesize: PAGE,
    ...(upTo > 0 && { prev_id: upTo }),
  });
  return { list, next: list.at(-1)?.prev_id ?? 0 };
}

/** Ids of messages that say this, oldest first. */
export async function findWithin(dialogId: number, key: string): Promise<number[]> {
  const { data } = await client.api.read(msgSearch, { dialog_id: dialogId, key });
  return data.filter((id) => typeof id === 'number');
}

import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { type Task, taskLists } from '@atrium/contract/projects/tasks.ts';
import { msgSearch } from '@atrium/contract/workspace/search.ts';
import { client } from '#sync/session.ts';

/** The filters of a conversation's content. */
export const KINDS = ['image', 'file', 'link', 'todo', 'tag'] as const;
export type Kind = (typeof KINDS)[number];

/** The filters of a search in a conversation. */
export const FOUND_KINDS = ['tag', 'todo', 'link', 'image', 'file', 'record', 'meeting'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];
const MOST_OF_KIND = 100;

const PAGE = 40;
/** Reads messages of a kind, newest first. `next` continues with older ones, 0 = none. */
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

/** Finds the ids of matching messages, or without words the newest of a kind, oldest first. */
export async function findWithin(dialogId: number, key: string, kind: FoundKind | null): Promise<number[]> {
  const narrowed = kind && { msg_type: kind };
  if (key) {
    const { data } = await client.api.read(msgSearch, { dialog_id: dialogId, key, ...narrowed });
    return data.filter((id) => typeof id === 'number');
  }
  if (!narrowed) return [];
  const { list } = await client.api.read(msgList, { dialog_id: dialogId, ...narrowed, pagesize: MOST_OF_KIND });
  return list.map((message) => message.id).sort((a, b) => a - b);
}

/** The number of open tasks that are shown beside a conversation. */
const MOST_TASKS = 100;
/** The filter that leaves out subtasks. */
const TOP_LEVEL = -1;
/** Open tasks of the project or, as subtasks, of the task that a conversation belongs to; due ones first. */
export async function listTasks({ id, group_type, link_id }: ClientDialog): Promise<Task[]> {
  const { data } = await client.api.read(taskLists, {
    keys: { status: 'uncompleted' },
    ...(group_type === 'task'
      ? { parent_id: link_id }
      : group_type === 'project'
        ? { project_id: link_id, parent_id: TOP_LEVEL }
        : { from_dialog_id: id }),
    sorts: { end_at: 'asc' },
    pagesize: MOST_TASKS,
  });
  return data;
}

import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';

export type DialogTag = 'dialog.completed' | 'dialog.deleted' | 'dialog.archived';

/** The state of the task or project that a conversation is about. */
export function tagsOf({ group_type, group_info, dialog_delete }: ClientDialog): DialogTag[] {
  const tags: (DialogTag | false)[] = [
    group_type === 'task' && Boolean(group_info?.complete_at) && 'dialog.completed',
    (Boolean(group_info?.deleted_at) || dialog_delete === 1) && 'dialog.deleted',
    Boolean(group_info?.archived_at) && 'dialog.archived',
  ];
  return tags.filter((tag) => tag !== false);
}

/** True if members can be searched: for a group's owner, in groups without an owner, and in conversations of tasks. */
export const mayFindMembers = ({ owner_id, group_type }: ClientDialog, me: number): boolean =>
  owner_id === me || owner_id === 0 || group_type === 'task';

/** Matches a person by nickname, pinyin or email. */
export const isNamed = ({ nickname, pinyin, email }: UserBasic, words: string): boolean =>
  [nickname, pinyin, email].some((text) => text.toLowerCase().includes(words.trim().toLowerCase()));

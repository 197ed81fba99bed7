import type { InboxItem } from '@atrium/contract/workspace/inbox.ts';

/** The conversation, task or approval of an item. */
export interface Subject {
  kind: 'dialog' | 'task' | 'approval';
  id: number;
  /** A message of the conversation. */
  position: number;
}

export const subjectOf = ({ dialog_id, msg_id, task_id, approval_id }: InboxItem): Subject =>
  dialog_id > 0
    ? { kind: 'dialog', id: dialog_id, position: msg_id }
    : { kind: task_id > 0 ? 'task' : 'approval', id: task_id || approval_id, position: 0 };

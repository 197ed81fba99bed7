import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';

/** A local message may be pending (`is_pending`) or refused (`error` has the reason); then its id is negative. */
export interface ClientMessage extends Message {
  is_pending?: boolean;
  error?: string;
}

/** `is_onlooker`: the conversation is open here without membership. It is in no list and counts nowhere. */
export interface ClientDialog extends Dialog {
  is_onlooker?: boolean;
  /** The deputies, if they changed after the conversation was loaded; they are taken from its members. */
  deputy_ids?: readonly number[];
}

export interface Rows {
  user: UserBasic;
  project: Project;
  column: Column;
  task: Task;
  dialog: ClientDialog;
  message: ClientMessage;
}
export type TableName = keyof Rows;
export const TABLES: readonly TableName[] = ['user', 'project', 'column', 'task', 'dialog', 'message'];

export function keyOf<T extends TableName>(table: T, row: Rows[T]): number {
  return table === 'user' ? (row as Rows['user']).userid : (row as Rows['task']).id;
}

/** A write target: the base state, or the overlay of a pending mutation. */
export interface TableDraft<R> {
  get(id: number): R | undefined;
  all(): Iterable<R>;
  put(row: R): void;
  /** Does nothing if the row is unknown. */
  patch(id: number, fields: Partial<R>): void;
  remove(id: number): void;
}
export type Draft = { readonly [T in TableName]: TableDraft<Rows[T]> };

/** The order of messages. Temporary ids are negative and come last, oldest first. */
export const messageOrder = (id: number) => (id < 0 ? 1e12 - id : id);

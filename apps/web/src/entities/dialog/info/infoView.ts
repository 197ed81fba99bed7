import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { create } from 'zustand';
import { KINDS } from '../shared.actions.ts';

const PARTS = ['about', 'members', 'tasks', ...KINDS, 'webhooks'] as const;
/** A part of the panel with a conversation's details. */
export type InfoPart = (typeof PARTS)[number];

/** True if the chat has a task list: projects, tasks, direct chats and groups do. */
const hasTasks = ({ type, dialog_user, bot }: ClientDialog) => type === 'group' || (dialog_user !== null && bot === 0);

/** The parts that a conversation has, in order. */
export const partsOf = (dialog: ClientDialog): InfoPart[] =>
  PARTS.filter((part) =>
    part === 'members' || part === 'webhooks' ? dialog.type === 'group' : part !== 'tasks' || hasTasks(dialog),
  );

/** The part with the tasks or to-dos of a conversation. */
export const workPart = (dialog: ClientDialog): InfoPart => (hasTasks(dialog) ? 'tasks' : 'todo');

const KEY = 'dialog.info';
/** The part that is open beside every conversation, on this device; null while the panel is closed. */
export const useDockedInfo = create<{ part: InfoPart | null }>(() => ({
  part: PARTS.find((each) => each === localStorage.getItem(KEY)) ?? null,
}));
export function setDockedInfo(part: InfoPart | null): void {
  if (part) localStorage.setItem(KEY, part);
  else localStorage.removeItem(KEY);
  useDockedInfo.setState({ part });
}

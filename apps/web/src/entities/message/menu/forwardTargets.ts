import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { isAssistant } from '@atrium/contract/chat/assistants.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';

/** The target of a forward: an existing conversation (`d:` and its id), or a person. */
export interface ForwardTarget {
  userid: string;
  type: 'group' | 'user';
  name: string;
  avatar: string;
  group_type: string;
  /** A chat with an assistant. */
  isAssistant: boolean;
}

export interface Forwarding {
  targets: readonly ForwardTarget[];
  leave: string;
  isShown: boolean;
  /** Starts a new session with assistants. */
  isNewSession: boolean;
}

const EXISTING = /^d:(\d+)$/;

/** The targets in the calls' format. */
export function wire({ targets, leave }: Pick<Forwarding, 'targets' | 'leave'>) {
  const dialogids = targets.flatMap(({ userid }) => EXISTING.exec(userid)?.[1] ?? []).map(Number);
  const userids = targets.filter(({ userid }) => !EXISTING.test(userid)).map(({ userid }) => Number(userid));
  const lines = leave.trim() && leave.trim().split('\n');
  return {
    dialogids,
    userids,
    ...(lines && { leave_message: lines.map((line) => `<p>${escapeText(line)}</p>`).join('') }),
  };
}

/** `name`: the conversation's displayed name. */
export const targetOf = (dialog: ClientDialog, name: string): ForwardTarget => ({
  userid: `d:${dialog.id}`,
  type: dialog.type === 'group' ? 'group' : 'user',
  name,
  avatar: dialog.avatar,
  group_type: dialog.group_type,
  isAssistant: isAssistant(dialog.email),
});

export const personTarget = ({ userid, nickname, userimg, email }: UserBasic): ForwardTarget => ({
  userid: String(userid),
  type: 'user',
  name: nickname,
  avatar: userimg,
  group_type: '',
  isAssistant: isAssistant(email),
});

/** Chosen people are not found again. */
export const withoutChosen = (people: readonly UserBasic[], targets: ReadonlySet<string>): UserBasic[] =>
  people.filter(({ userid }) => !targets.has(String(userid)));

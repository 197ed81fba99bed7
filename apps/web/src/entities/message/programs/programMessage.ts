import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { MessageAction } from '@atrium/contract/chat/actions.ts';

/** The person whose command a program's message answers, and the command as typed; null for other messages. */
export function ranOf({ bot, msg }: Pick<ClientMessage, 'bot' | 'msg'>): { userid: number; command: string } | null {
  const { ran } = msg as { ran?: { userid?: unknown; command?: unknown } };
  if (bot !== 1 || typeof ran?.userid !== 'number') return null;
  return { userid: ran.userid, command: typeof ran.command === 'string' ? ran.command : '' };
}

/** The controls of a program's message; none for messages of people. */
export function actionsOf({ bot, msg }: Pick<ClientMessage, 'bot' | 'msg'>): readonly MessageAction[] {
  const { actions } = msg as { actions?: unknown };
  return bot === 1 && Array.isArray(actions) ? (actions as MessageAction[]) : [];
}

import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { MessageAction } from '@atrium/contract/chat/actions.ts';

/** The controls of a program's message; none for messages of people, whatever they contain. */
export function actionsOf({ bot, msg }: Pick<ClientMessage, 'bot' | 'msg'>): readonly MessageAction[] {
  const { actions } = msg as { actions?: unknown };
  return bot === 1 && Array.isArray(actions) ? (actions as MessageAction[]) : [];
}

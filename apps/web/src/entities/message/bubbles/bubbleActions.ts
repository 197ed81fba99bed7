import type { ClientMessage } from '@atrium/client/store/rows.ts';

/** Actions on a message, given by the screen that shows it. */
export interface BubbleActions {
  reply(message: ClientMessage): void;
  edit(message: ClientMessage): void;
  withdraw(message: ClientMessage): void;
  react(message: ClientMessage, symbol: string): void;
  retry(message: ClientMessage): void;
  discard(message: ClientMessage): void;
  jump(id: number): void;
  openPerson(userid: number): void;
  openWhole(message: ClientMessage): void;
  /** What was answered to it, apart from the conversation. */
  openReplies(message: ClientMessage): void;
  tag(message: ClientMessage): void;
  pin(message: ClientMessage): void;
  editTodo(message: ClientMessage): void;
  newTask(message: ClientMessage): void;
  forward(messages: readonly ClientMessage[]): void;
  /** Begins to choose several, or chooses one more or less. */
  select(message: ClientMessage): void;
  joinChain(message: ClientMessage): void;
  /** Pictures and films over everything else. */
  view(message: ClientMessage): void;
  /** All signs to react with. */
  pickEmoji(message: ClientMessage): void;
}

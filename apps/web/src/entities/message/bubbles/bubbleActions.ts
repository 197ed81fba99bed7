import type { ClientMessage } from '@atrium/client/store/rows.ts';

/** Actions on a message, provided by the screen that shows it. */
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
  /** The replies, separate from the conversation. */
  openReplies(message: ClientMessage): void;
  tag(message: ClientMessage): void;
  pin(message: ClientMessage): void;
  editTodo(message: ClientMessage): void;
  newTask(message: ClientMessage): void;
  /** Proposes tasks that an assistant finds in the message. */
  proposeTasks(message: ClientMessage): void;
  summarizeReplies(message: ClientMessage): void;
  /** Reports a message to the administrators. */
  report(message: ClientMessage): void;
  forward(messages: readonly ClientMessage[]): void;
  /** Starts selecting messages, or toggles one. */
  select(message: ClientMessage): void;
  joinChain(message: ClientMessage): void;
  /** Opens pictures and videos over everything else. */
  view(message: ClientMessage): void;
  /** Offers all emoji for a reaction. */
  pickEmoji(message: ClientMessage): void;
}

import { draftFrom } from '#entities/message/editor/plainField.ts';
import { draftOf, storeDraft } from '#entities/message/message.actions.ts';
import { dropStored, storedInput } from '#sync/store/useStoredInput.ts';

/** The name of the stored input of a task without a conversation. */
export const firstMessage = (taskId: number) => `first_message_${taskId}`;

export const hasFirstMessage = (taskId: number): boolean => storedInput(firstMessage(taskId)) !== undefined;

/** Moves the text that was begun before the conversation existed into its field, after a draft of another device. */
export function moveFirstMessage(taskId: number, dialogId: number): void {
  const text = storedInput<string>(firstMessage(taskId));
  if (text === undefined) return;
  dropStored(firstMessage(taskId));
  if (text.trim()) storeDraft(dialogId, draftOf(dialogId) + draftFrom(text));
}

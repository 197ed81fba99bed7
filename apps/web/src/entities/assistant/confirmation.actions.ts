import {
  confirmationAnswer,
  confirmationList,
  permitList,
  permitRemove,
} from '@atrium/contract/chat/assistantSettings.ts';
import { dialogConfig } from '@atrium/contract/chat/assistants.ts';
import { client } from '#sync/session.ts';

export const readConfirmations = async () => (await client.api.read(confirmationList, {})).list;
export const decide = (id: number, answer: 'allow' | 'always' | 'refuse') =>
  client.api.call(confirmationAnswer, { id, answer });
export const readPermits = async () => (await client.api.read(permitList, {})).tools;
export const removePermit = (tool: string) => client.api.call(permitRemove, { tool });
export const readInstructions = (dialog_id: number) => client.api.call(dialogConfig, { dialog_id });
export const saveInstructions = (dialog_id: number, ai_prompt: string) =>
  client.api.call(dialogConfig, { dialog_id, ai_prompt });

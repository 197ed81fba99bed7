import { assistantCheck, assistantSetting, type Vendor } from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';

export const readAssistants = async () => (await client.api.read(assistantSetting, {})).list;
export const saveAssistant = async (said: InputOf<typeof assistantSetting>) =>
  (await client.api.call(assistantSetting, said)).list;
/** @throws with the vendor's error */
export const askAssistant = (vendor: Vendor) => client.api.call(assistantCheck, { vendor }, { timeoutMs: 30_000 });

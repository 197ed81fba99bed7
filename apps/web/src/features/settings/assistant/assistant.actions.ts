import {
  assistantCommon,
  toolServerCheck,
  toolServerRemove,
  toolServerSave,
} from '@atrium/contract/chat/assistantSettings.ts';
import { assistantCheck, assistantSetting, assistantUsage, type Vendor } from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';

export const readAssistants = async () => (await client.api.read(assistantSetting, {})).list;
export const saveAssistant = async (said: InputOf<typeof assistantSetting>) =>
  (await client.api.call(assistantSetting, said)).list;
/** @throws with the vendor's error */
export const askAssistant = (vendor: Vendor) => client.api.call(assistantCheck, { vendor }, { timeoutMs: 30_000 });

export const readCommon = () => client.api.read(assistantCommon, {});
/** @throws CallError */
export const saveCommon = (said: InputOf<typeof assistantCommon>) => client.api.call(assistantCommon, said);
export const readUsage = (month: string) => client.api.read(assistantUsage, month ? { month } : {});

/** @throws CallError */
export const saveServer = (said: InputOf<typeof toolServerSave>) => client.api.call(toolServerSave, said);
export const removeServer = (id: number) => client.api.call(toolServerRemove, { id });
/** @throws with the server's error */
export const checkServer = (id: number) => client.api.call(toolServerCheck, { id }, { timeoutMs: 30_000 });

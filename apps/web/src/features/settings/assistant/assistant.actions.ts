import {
  assistantCommon,
  toolServerCheck,
  toolServerRemove,
  toolServerSave,
} from '@atrium/contract/chat/assistantSettings.ts';
import { assistantCheck, assistantSetting, assistantUsage, type Vendor } from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { client } from '#sync/session.ts';

export const readAssistants = async () => (await client.api.read(assistantSetting, {})).list;
/** Applies saved settings to the administrator's own conversations at once; other devices load them when they start. */
const applyHere = () =>
  client.api.call(systemSetting, {}).then(
    (setting) => {
      client.setting = setting;
    },
    // Without a network, the settings are loaded with the next start.
    () => undefined,
  );
export async function saveAssistant(said: InputOf<typeof assistantSetting>) {
  const { list } = await client.api.call(assistantSetting, said);
  await applyHere();
  return list;
}
/** @throws with the vendor's error */
export const askAssistant = (vendor: Vendor) => client.api.call(assistantCheck, { vendor }, { timeoutMs: 30_000 });

export const readCommon = () => client.api.read(assistantCommon, {});
/** @throws CallError */
export async function saveCommon(said: InputOf<typeof assistantCommon>) {
  const saved = await client.api.call(assistantCommon, said);
  await applyHere();
  return saved;
}
export const readUsage = (month: string) => client.api.read(assistantUsage, month ? { month } : {});

/** @throws CallError */
export const saveServer = (said: InputOf<typeof toolServerSave>) => client.api.call(toolServerSave, said);
export const removeServer = (id: number) => client.api.call(toolServerRemove, { id });
/** @throws with the server's error */
export const checkServer = (id: number) => client.api.call(toolServerCheck, { id }, { timeoutMs: 30_000 });

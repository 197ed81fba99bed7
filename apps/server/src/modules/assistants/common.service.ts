import type * as contract from '@atrium/contract/chat/assistantSettings.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { requireAddress } from './requireAddress.ts';
import { vendorOf } from './vendors.service.ts';

export const COMMON = 'assistants';

export interface StoredServer {
  id: number;
  name: string;
  url: string;
  key: string;
}
interface StoredCommon {
  vendor: contract.AssistantCommon['vendor'];
  budget: number;
  tools: 'open' | 'close';
  voice: 'open' | 'close';
  voice_url: string;
  voice_model: string;
  voice_key: string;
  translation: contract.AssistantCommon['translation'];
  translation_url: string;
  translation_key: string;
  servers: StoredServer[];
}
const defaults: StoredCommon = {
  vendor: 'auto',
  budget: 0,
  tools: 'close',
  voice: 'close',
  voice_url: '',
  voice_model: 'whisper-1',
  voice_key: '',
  translation: 'close',
  translation_url: '',
  translation_key: '',
  servers: [],
};

export const commonOf = async (app: App): Promise<StoredCommon> => ({
  ...defaults,
  ...(await settingSection<Partial<StoredCommon>>(app, COMMON, {})),
});

const present = ({ voice_key, translation_key, servers, ...shown }: StoredCommon): contract.AssistantCommon => ({
  ...shown,
  has_voice_key: voice_key !== '',
  has_translation_key: translation_key !== '',
  servers: servers.map(({ key, ...server }) => ({ ...server, has_key: key !== '' })),
});

/** Saves the given fields and leaves the rest. @throws assistant.address, assistant.key, assistant.off */
export async function common(view: View, input: InputOf<typeof contract.assistantCommon>) {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return present(await commonOf(view.app));
  for (const url of [input.voice_url, input.translation_url]) if (url) requireAddress(view.app, url);
  if (input.vendor && input.vendor !== 'auto' && !(await vendorOf(view.app, input.vendor))) throw fail('assistant.off');
  return changeCommon(view, (before) => {
    const next = { ...before, ...given };
    requireSameAddress(before, next, input, 'voice');
    requireSameAddress(before, next, input, 'translation');
    if (next.voice === 'open' && !next.voice_url) throw fail('assistant.address');
    if (next.translation === 'server' && !next.translation_url) throw fail('assistant.address');
    return next;
  });
}

/** A key is only sent to the address it was entered for. */
function requireSameAddress(
  before: StoredCommon,
  next: StoredCommon,
  input: InputOf<typeof contract.assistantCommon>,
  of: 'voice' | 'translation',
): void {
  const isMoved = next[`${of}_url`] !== before[`${of}_url`];
  if (isMoved && before[`${of}_key`] && input[`${of}_key`] === undefined) throw fail('assistant.key');
}

export async function changeCommon(view: View, change: (before: StoredCommon) => StoredCommon) {
  const changed = await changeSection<Partial<StoredCommon>>(
    view,
    COMMON,
    (before) => change({ ...defaults, ...before }),
    defaults,
  );
  return present({ ...defaults, ...changed });
}

const SERVERS = 20;
/** @throws assistant.address, assistant.key, assistant.server */
export async function saveServer(view: View, { id, name, url, key }: InputOf<typeof contract.toolServerSave>) {
  requireAddress(view.app, url);
  return changeCommon(view, (before) => {
    const { servers } = before;
    if (!id) {
      if (servers.length >= SERVERS) throw fail('assistant.server');
      const free = Math.max(0, ...servers.map((each) => each.id)) + 1;
      return { ...before, servers: [...servers, { id: free, name, url, key: key ?? '' }] };
    }
    const known = servers.find((each) => each.id === id);
    if (!known) throw fail('assistant.server');
    if (known.url !== url && known.key && key === undefined) throw fail('assistant.key');
    const next = { ...known, name, url, ...(key !== undefined && { key }) };
    return { ...before, servers: servers.map((each) => (each.id === id ? next : each)) };
  });
}

export const removeServer = (view: View, { id }: InputOf<typeof contract.toolServerRemove>) =>
  changeCommon(view, (before) => ({ ...before, servers: before.servers.filter((each) => each.id !== id) }));

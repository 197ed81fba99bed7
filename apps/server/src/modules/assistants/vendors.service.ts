import {
  type assistantBot,
  type assistantSetting,
  isAssistant,
  MODELS_MAX,
  VENDOR_ADDRESSES,
  VENDORS,
  type Vendor,
  type VendorSetting,
} from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { changeSection, settingSection } from '#modules/system/settings.service';
import { systemBot } from '#modules/users/bots.service';
import { presentBasic } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { refusalOf } from '#platform/outside/refusal';
import type { View, Work } from '#platform/work';
import { requireAddress } from './requireAddress.ts';
import { serviceErrorText } from './serviceErrors.ts';

/** Stored settings of an assistant; absent fields take the vendor's default. */
interface StoredVendor {
  key?: string;
  base_url?: string;
  models?: string[];
  model?: string;
  temperature?: number;
  system?: string;
  access?: 'all' | 'some';
  userids?: number[];
}
type StoredVendors = Partial<Record<Vendor, StoredVendor>>;

const SECTION = 'aibot';
const TEMPERATURE = 0.7;
const readStored = (app: App) => settingSection<StoredVendors>(app, SECTION, {});

/** The key and the address of a vendor; null if it is not configured. */
export async function vendorOf(app: App, vendor: Vendor) {
  const kept = (await readStored(app))[vendor] ?? {};
  const shown = present(vendor, kept);
  return shown.is_ready ? { ...shown, key: kept.key ?? '' } : null;
}

/** Assistants that can be used. */
export async function configuredVendors(app: App): Promise<VendorSetting[]> {
  const kept = await readStored(app);
  return VENDORS.map((vendor) => present(vendor, kept[vendor] ?? {})).filter((each) => each.is_ready);
}

/** True once an assistant was configured: its bot then answers, even if only to say why it cannot. */
export const isAnyConfigured = async (app: App): Promise<boolean> => Object.keys(await readStored(app)).length > 0;

export const isOpenTo = ({ access, userids }: VendorSetting, userid: number): boolean =>
  access === 'all' || userids.includes(userid);

/** Lists the vendors that a person may use. */
export const vendorsFor = async (app: App, userid: number): Promise<VendorSetting[]> =>
  (await configuredVendors(app)).filter((each) => isOpenTo(each, userid));

export async function listModels({ app, caller }: View) {
  return { list: (await vendorsFor(app, caller.userid)).map(({ vendor, model }) => ({ vendor, model })) };
}

/** A self-hosted model needs no key, only an address. */
const present = (vendor: Vendor, kept: StoredVendor): VendorSetting => {
  const models = kept.models ?? [];
  const model = kept.model && models.includes(kept.model) ? kept.model : (models[0] ?? '');
  const isReachable = vendor === 'ollama' ? Boolean(kept.key || kept.base_url) : Boolean(kept.key);
  return {
    vendor,
    has_key: Boolean(kept.key),
    is_ready: isReachable && model !== '',
    base_url: kept.base_url || VENDOR_ADDRESSES[vendor],
    models,
    model,
    temperature: kept.temperature ?? TEMPERATURE,
    system: kept.system ?? '',
    access: kept.access ?? 'all',
    userids: kept.userids ?? [],
  };
};

/** Saves the given fields and leaves the rest. @throws assistant.address, assistant.model, assistant.key */
export async function settings({ app, caller }: View, input: InputOf<typeof assistantSetting>) {
  const { vendor, models, ...said } = input;
  if (!vendor) {
    const kept = await readStored(app);
    return { list: VENDORS.map((each) => present(each, kept[each] ?? {})) };
  }
  if (said.base_url) requireAddress(app, said.base_url);
  const given: StoredVendor = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const all = await changeSection<StoredVendors>({ app, caller }, SECTION, (before) => {
    const kept = before?.[vendor] ?? {};
    // A key is only sent to the address it was entered for: otherwise an administrator could have it sent to
    // themselves.
    const isMoved = present(vendor, { ...kept, ...given }).base_url !== present(vendor, kept).base_url;
    if (isMoved && kept.key && given.key === undefined) throw fail('assistant.key');
    const next: StoredVendor = { ...kept, ...given, ...(models !== undefined && { models: namesIn(models) }) };
    if (said.model && !next.models?.includes(said.model)) throw fail('assistant.model', { name: said.model });
    return { ...before, [vendor]: next };
  });
  return { list: VENDORS.map((each) => present(each, all[each] ?? {})) };
}

/** One model per line; in `id|name` the id is the vendor's. */
const namesIn = (text: string): string[] =>
  [...new Set(text.split(/\r?\n/).map((line) => (line.split('|')[0] ?? '').trim()))]
    .filter(Boolean)
    .slice(0, MODELS_MAX);

const CHECK_MS = 20_000;
/** Tests a vendor by asking for a one-word answer. @throws assistant.off, assistant.failed */
export async function checkVendor({ app, caller }: View, { vendor }: { vendor: Vendor }) {
  const found = await vendorOf(app, vendor);
  if (!found) throw fail('assistant.off');
  const began = performance.now();
  let answer = '';
  try {
    const said = [{ role: 'user' as const, content: 'Answer with one word: hello' }];
    for await (const piece of app.assistant({ ...found, said, signal: AbortSignal.timeout(CHECK_MS) })) {
      if (piece.kind === 'text') answer += piece.text;
    }
  } catch (error) {
    throw (
      refusalOf(error) ??
      fail('assistant.failed', { reason: serviceErrorText(error, { lang: caller.lang, isAdmin: true }) })
    );
  }
  return { answer: answer.slice(0, 200), ms: Math.round(performance.now() - began) };
}

/** The bot of a configured assistant, created on first use. @throws assistant.off, assistant.denied */
export async function botOf(work: Work, { type }: InputOf<typeof assistantBot>) {
  const found = await vendorOf(work.app, type);
  if (!found) throw fail('assistant.off');
  if (!isOpenTo(found, work.caller.userid)) throw fail('assistant.denied');
  const userid = await systemBot(work, `ai-${type}`);
  const [user] = await listBasics(work.tx, [userid]);
  if (!user) throw fail('assistant.off');
  return presentBasic(work.app, user, work.caller.lang);
}

/** The vendor of a bot's email; null for other addresses. */
export function vendorOfAddress(email: string): Vendor | null {
  if (!isAssistant(email)) return null;
  const name = email.slice('ai-'.length, email.indexOf('@'));
  return VENDORS.find((vendor) => vendor === name) ?? null;
}

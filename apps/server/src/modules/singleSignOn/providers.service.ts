import type { InputOf } from '@atrium/contract/kit.ts';
import type { Provider, SsoSetting, ssoSetting } from '@atrium/contract/people/singleSignOn.ts';
import { changeSection, requireOtherSignIn, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';

/** A provider as it is stored; the settings encrypt `client_secret`. */
export interface StoredProvider extends Omit<Provider, 'has_secret'> {
  client_secret: string;
}
interface Stored {
  providers?: StoredProvider[];
}

export const SSO_SECTION = 'sso';
/** The page of the web client that providers send people back to. */
export const CALLBACK = '/single/sso';
export const redirectUrl = (app: App): string => `${app.publicUrl}${CALLBACK}`;

export async function listProviders(app: App): Promise<StoredProvider[]> {
  return (await settingSection<Stored>(app, SSO_SECTION, {})).providers ?? [];
}

/** @throws sso.gone */
export async function openProvider(app: App, id: string): Promise<StoredProvider> {
  const found = (await listProviders(app)).find((each) => each.id === id && each.open);
  if (!found) throw fail('sso.gone');
  return found;
}

export async function readSso(app: App): Promise<SsoSetting> {
  return present(app, await listProviders(app));
}

/**
 * Replaces the list. A secret stays with the provider that it was entered for. @throws sso.issuer, sso.secret,
 * sso.twice, setting.last_sign_in
 */
export async function saveSso(
  { app, caller }: Pick<View, 'app' | 'caller'>,
  { providers }: InputOf<typeof ssoSetting>,
): Promise<SsoSetting> {
  if (!providers) throw fail('parameter.missing', { name: 'providers' });
  if (!providers.some(({ open }) => open)) await requireOtherSignIn(app, SSO_SECTION);
  const saved = await changeSection<Stored>({ app, caller }, SSO_SECTION, (before) => ({
    providers: unique(providers.map((sent) => merge(before?.providers ?? [], sent))),
  }));
  return present(app, saved.providers ?? []);
}

type Sent = NonNullable<InputOf<typeof ssoSetting>['providers']>[number];

function merge(before: readonly StoredProvider[], { client_secret, ...sent }: Sent): StoredProvider {
  const issuer = issuerOf(sent.issuer).href;
  // A new provider is sent again without its id if its first save got no answer.
  const isRepeated = (each: StoredProvider) => each.issuer === issuer && each.client_id === sent.client_id;
  const kept = before.find((each) => (sent.id ? each.id === sent.id : isRepeated(each)));
  const isSame = kept?.issuer === issuer && kept.client_id === sent.client_id;
  // The secret must be sent with a new address: otherwise somebody who may change the settings could have it sent to
  // another server.
  if (!isSame && kept?.client_secret && client_secret === undefined) throw fail('sso.secret', { name: sent.name });
  return {
    // A provider with another issuer gets a new id: people are linked by the provider's id and their number there,
    // which is somebody else's at another issuer.
    id: kept?.issuer === issuer ? kept.id : randomCode(12),
    name: sent.name,
    issuer,
    client_id: sent.client_id,
    client_secret: client_secret ?? (isSame ? kept.client_secret : ''),
    open: sent.open,
    create: sent.create,
    trust_email: sent.trust_email ?? false,
    domains: (sent.domains ?? []).map((each) => each.toLowerCase().replace(/^@/, '')).filter(Boolean),
    department_claim: sent.department_claim ?? '',
  };
}

/** @throws sso.twice */
function unique(providers: StoredProvider[]): StoredProvider[] {
  for (const [at, each] of providers.entries()) {
    const isTwice = ({ id, issuer, client_id }: StoredProvider) =>
      id === each.id || (issuer === each.issuer && client_id === each.client_id);
    if (providers.slice(0, at).some(isTwice)) throw fail('sso.twice', { name: each.name });
  }
  return providers;
}

/** @throws sso.issuer */
export function issuerOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) throw fail('sso.issuer');
  return url;
}

const present = (app: App, providers: readonly StoredProvider[]): SsoSetting => ({
  providers: providers.map(({ client_secret, ...provider }) => ({ ...provider, has_secret: client_secret !== '' })),
  redirect_url: redirectUrl(app),
});

import type { InputOf } from '@atrium/contract/kit.ts';
import { type Provider, ssoCheck, ssoSetting, thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export const readSso = () => client.api.read(ssoSetting, {});
/** A provider as it is saved; without a secret, the stored one stays. */
export type SentProvider = Omit<Provider, 'has_secret'> & { client_secret?: string };
/** @throws CallError with the server's text */
export const saveProviders = (providers: readonly SentProvider[]) =>
  client.api.call(ssoSetting, { type: 'save', providers: [...providers] }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });
/** @throws CallError with the server's text */
export const checkIssuer = (issuer: string) => client.api.call(ssoCheck, { issuer });

export const readLdap = () => client.api.read(thirdaccessSetting, {});
export type LdapChange = Omit<InputOf<typeof thirdaccessSetting>, 'type'>;
/** @throws CallError with the server's text */
export const saveLdap = (change: LdapChange) =>
  client.api.call(thirdaccessSetting, { type: 'save', ...change }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });
/** @throws CallError with the server's text */
export const testLdap = (change: LdapChange) => client.api.call(thirdaccessSetting, { type: 'testldap', ...change });

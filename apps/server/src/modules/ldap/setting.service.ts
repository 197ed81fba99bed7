import type { InputOf } from '@atrium/contract/kit.ts';
import type { LdapSetting, thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';

/** The stored setting; the settings encrypt `ldap_password`. */
export interface StoredLdap extends Omit<LdapSetting, 'has_password'> {
  ldap_password: string;
}
type Sent = Omit<InputOf<typeof thirdaccessSetting>, 'type'>;

export const LDAP_SECTION = 'thirdaccess';

const EMPTY: StoredLdap = {
  ldap_open: 'close',
  ldap_host: '',
  ldap_port: 389,
  ldap_secure: 'starttls',
  ldap_user_dn: '',
  ldap_password: '',
  ldap_base_dn: '',
  ldap_login_attr: 'cn',
  ldap_sync_local: 'close',
};

export const ldapOf = async (app: App): Promise<StoredLdap> => ({
  ...EMPTY,
  ...(await settingSection<Partial<StoredLdap>>(app, LDAP_SECTION, {})),
});

export async function readLdap(app: App): Promise<LdapSetting> {
  return present(await ldapOf(app));
}

/** @throws ldap.needed, ldap.password */
export async function saveLdap({ app, caller }: Pick<View, 'app' | 'caller'>, sent: Sent): Promise<LdapSetting> {
  const saved = await changeSection<Partial<StoredLdap>>(
    { app, caller },
    LDAP_SECTION,
    (before) => mergeLdap({ ...EMPTY, ...before }, sent),
    EMPTY,
  );
  return present({ ...EMPTY, ...saved });
}

/**
 * The stored settings with the sent ones applied. The stored password is used only for the server, port and account
 * that it was entered for, and only with encryption: otherwise somebody who may change the settings could have it sent
 * to themselves.
 *
 * @throws ldap.needed, ldap.password
 */
export function mergeLdap(before: StoredLdap, sent: Sent): StoredLdap {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const next: StoredLdap = { ...before, ...given };
  const isSame = (['ldap_host', 'ldap_port', 'ldap_user_dn'] as const).every((name) => next[name] === before[name]);
  const isOpened = next.ldap_secure === 'none' && before.ldap_secure !== 'none';
  if ((!isSame || isOpened) && before.ldap_password && sent.ldap_password === undefined) throw fail('ldap.password');
  if (next.ldap_open === 'open') {
    for (const name of ['ldap_host', 'ldap_base_dn', 'ldap_login_attr'] as const) {
      if (!next[name]) throw fail('ldap.needed', { name });
    }
  }
  // The name of an attribute becomes part of a search, so it is checked.
  if (!/^[a-zA-Z][a-zA-Z0-9-]*$/.test(next.ldap_login_attr)) throw fail('ldap.needed', { name: 'ldap_login_attr' });
  return next;
}

const present = ({ ldap_password, ...setting }: StoredLdap): LdapSetting => ({
  ...setting,
  has_password: ldap_password !== '',
});

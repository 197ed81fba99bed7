import { LdapSettings } from './LdapSettings.tsx';
import { ProviderList } from './ProviderList.tsx';

/** Accounts that are stored elsewhere: single sign-on and the company directory. */
export function SignInSettings() {
  return (
    <>
      <ProviderList />
      <LdapSettings />
    </>
  );
}

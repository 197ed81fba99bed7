import { secretFields } from '#modules/system/sealedSettings.service';
import { signInWays } from '#modules/system/settings.service';
import { directories } from '#modules/users/directories.service';
import type { Module } from '#platform/module';
import { ldapDirectory, PROFILE_JOB, writeProfile } from './directory.service.ts';
import { ldapRoutes } from './ldap.routes.ts';
import { LDAP_SECTION, ldapOf } from './setting.service.ts';

/** Sign-in with accounts of a directory (LDAP). */
export const ldapModule: Module = {
  name: 'ldap',
  routes: ldapRoutes,
  jobs: (app) => ({ [PROFILE_JOB]: (payload) => writeProfile(app, payload) }),
  outgoing: [PROFILE_JOB],
  contributions: [
    directories.with(ldapDirectory),
    signInWays.with({ section: LDAP_SECTION, isOpen: async (app) => (await ldapOf(app)).ldap_open === 'open' }),
    secretFields.with({ section: LDAP_SECTION, fields: ['ldap_password'] }),
  ],
};

import { thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { direct, type Route } from '#platform/http/route';
import { findPerson, withDirectory } from './connection.service.ts';
import { ldapOf, mergeLdap, readLdap, saveLdap } from './setting.service.ts';

export const ldapRoutes: Route[] = [
  direct(thirdaccessSetting, async ({ app, caller }, { type, ...sent }) => {
    if (type === 'save') return saveLdap({ app, caller }, sent);
    if (type === 'testldap') {
      const setting = mergeLdap(await ldapOf(app), { ...sent, ldap_open: 'open' });
      // Nobody has this name: only the sign-in and the search itself are tried.
      await withDirectory(app, setting, (client) => findPerson(client, setting, 'nobody@atrium.invalid'));
    }
    return readLdap(app);
  }),
];

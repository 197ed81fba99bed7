import { thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { direct, type Route } from '#platform/http/route';
import { findPerson, withDirectory } from './connection.service.ts';
import { ldapOf, mergeLdap, readLdap, saveLdap } from './setting.service.ts';

export const ldapRoutes: Route[] = [
  direct(thirdaccessSetting, async (view, { type, ...sent }) => {
    const { app } = view;
    if (type === 'save') {
      // Who controls the directory can sign in to every account.
      await requireProof(view);
      return saveLdap(view, sent);
    }
    if (type === 'testldap') {
      const setting = mergeLdap(await ldapOf(app), { ...sent, ldap_open: 'open' });
      // Nobody has this name: only the sign-in and the search itself are tried.
      await withDirectory(app, setting, (client) => findPerson(client, setting, 'nobody@atrium.invalid'));
    }
    return readLdap(app);
  }),
];

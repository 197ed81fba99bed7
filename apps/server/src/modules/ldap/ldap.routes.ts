import { thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { requireOtherSignIn } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { direct, type Route } from '#platform/http/route';
import { findPerson, withDirectory } from './connection.service.ts';
import { LDAP_SECTION, ldapOf, mergeLdap, readLdap, type StoredLdap, saveLdap } from './setting.service.ts';

const isOther = (before: StoredLdap, wanted: StoredLdap): boolean =>
  Object.entries(wanted).some(
    ([name, value]) => name !== 'ldap_sync_local' && value !== before[name as keyof StoredLdap],
  );

/**
 * Tests the directory with a name that nobody has: only the sign-in and the search themselves are tried. @throws
 * ldap.unreachable, ldap.bind, ldap.base
 */
const tryDirectory = (app: App, setting: StoredLdap) =>
  withDirectory(app, setting, (client) => findPerson(client, setting, 'nobody@atrium.invalid'));

export const ldapRoutes: Route[] = [
  direct(thirdaccessSetting, async (view, { type, ...sent }) => {
    const { app } = view;
    if (type === 'save') {
      // A proof is needed, because a person who controls the directory can sign in to every account.
      await requireProof(view);
      const before = await ldapOf(app);
      const wanted = mergeLdap(before, sent);
      if (wanted.ldap_open === 'close') await requireOtherSignIn(app, LDAP_SECTION);
      // The connection is tried first: with a wrong address, nobody could sign in anymore.
      if (wanted.ldap_open === 'open' && isOther(before, wanted)) await tryDirectory(app, wanted);
      return saveLdap(view, sent);
    }
    if (type === 'testldap') {
      const setting = mergeLdap(await ldapOf(app), { ...sent, ldap_open: 'open' });
      await tryDirectory(app, setting);
    }
    return readLdap(app);
  }),
];

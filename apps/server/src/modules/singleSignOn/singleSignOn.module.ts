import { leftovers } from '#modules/auth/takeOver.service';
import { secretFields } from '#modules/system/sealedSettings.service';
import { signInWays } from '#modules/system/settings.service';
import type { Module } from '#platform/module';
import { listProviders, SSO_SECTION } from './providers.service.ts';
import { deleteIdentities } from './singleSignOn.queries.ts';
import { singleSignOnRoutes } from './singleSignOn.routes.ts';

export const singleSignOnModule: Module = {
  name: 'singleSignOn',
  routes: singleSignOnRoutes,
  contributions: [
    leftovers.with({ kind: 'signIn', end: (work, userid) => deleteIdentities(work.tx, userid) }),
    secretFields.with({ section: SSO_SECTION, fields: ['client_secret'] }),
    signInWays.with({
      section: SSO_SECTION,
      isOpen: async (app) => (await listProviders(app)).some(({ open }) => open),
    }),
  ],
};

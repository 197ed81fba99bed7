import * as contract from '@atrium/contract/people/singleSignOn.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { direct, type Route, read } from '#platform/http/route';
import { discover } from './openid.service.ts';
import { readSso, saveSso } from './providers.service.ts';
import { finishSignIn, listOpenProviders, startSignIn } from './signIn.service.ts';

export const singleSignOnRoutes: Route[] = [
  read(contract.ssoList, listOpenProviders),
  direct(contract.ssoStart, startSignIn),
  direct(contract.ssoFinish, finishSignIn),
  direct(contract.ssoSetting, async (view, input) => {
    if (input.type !== 'save') return readSso(view.app);
    // A proof is needed, because a person who controls a provider can sign in to every account.
    await requireProof(view);
    return saveSso(view, input);
  }),
  direct(contract.ssoCheck, async ({ app }, { issuer }) => {
    const found = (await discover(app, issuer, { id: 'test', secret: '' })).serverMetadata();
    return { issuer: found.issuer, authorization_endpoint: found.authorization_endpoint ?? '' };
  }),
];

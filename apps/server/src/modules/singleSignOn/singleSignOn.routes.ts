import * as contract from '@atrium/contract/people/singleSignOn.ts';
import { direct, type Route, read } from '#platform/http/route';
import { discover } from './openid.service.ts';
import { readSso, saveSso } from './providers.service.ts';
import { finishSignIn, listOpenProviders, startSignIn } from './signIn.service.ts';

export const singleSignOnRoutes: Route[] = [
  read(contract.ssoList, listOpenProviders),
  direct(contract.ssoStart, startSignIn),
  direct(contract.ssoFinish, finishSignIn),
  direct(contract.ssoSetting, (view, input) => (input.type === 'save' ? saveSso(view, input) : readSso(view.app))),
  direct(contract.ssoCheck, async ({ app }, { issuer }) => {
    const found = (await discover(app, issuer, { id: 'test', secret: '' })).serverMetadata();
    return { issuer: found.issuer, authorization_endpoint: found.authorization_endpoint ?? '' };
  }),
];

import * as contract from '@atrium/contract/people/applications.ts';
import { direct, read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import * as applications from './applications.service.ts';
import { allowApplication, askForApplication } from './authorize.service.ts';
import { registerOauth } from './oauth.http.ts';
import { deleteOld } from './oauth.queries.ts';
import { REFRESH_DAYS } from './tokens.service.ts';

/** An application that nobody allows any more is forgotten after this time. */
const UNUSED_DAYS = 30;

/** OAuth 2.1: people allow applications of others to act for them (docs/decisions/0046). */
export const oauthModule: Module = {
  name: 'oauth',
  routes: [
    read(contract.applicationAsk, askForApplication),
    write(contract.applicationAllow, allowApplication),
    read(contract.applicationList, applications.listOwnApplications),
    write(contract.applicationRevoke, applications.revokeApplication),
    read(contract.applicationRegistered, applications.listRegistered),
    write(contract.applicationRemove, applications.removeApplication),
    direct(contract.applicationSetting, applications.setRegistration),
  ],
  http: registerOauth,
  forgetOld: ({ db }) => deleteOld(db, REFRESH_DAYS, UNUSED_DAYS),
};

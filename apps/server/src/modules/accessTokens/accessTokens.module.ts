import * as contract from '@atrium/contract/people/accessTokens.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { addToken, listOwnTokens, revokeToken } from './accessTokens.service.ts';
import { forgetAppTokens } from './appTokens.service.ts';

/** Tokens with which programs act for a person; `sessions` resolves them. */
export const accessTokensModule: Module = {
  name: 'accessTokens',
  routes: [
    read(contract.accessTokenList, listOwnTokens),
    write(contract.accessTokenAdd, addToken),
    write(contract.accessTokenRevoke, revokeToken),
  ],
  forgetOld: forgetAppTokens,
};

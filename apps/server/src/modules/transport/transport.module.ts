import { keyClient } from '@atrium/contract/people/transport.ts';
import { direct } from '#platform/http/route';
import type { Module } from '#platform/module';
import { forgetOldKeys } from './keys.service.ts';
import { giveKey, requestCipher } from './transport.service.ts';

/** Encrypted requests, answers and conversations on the live connection, if an administrator wants them. */
export const transportModule: Module = {
  name: 'transport',
  provides: { requestCipher },
  routes: [direct(keyClient, giveKey)],
  forgetOld: forgetOldKeys,
};

/**
 * Argon2 at its lowest cost. Tests sign up thousands of people, and each hash of the usual cost takes 19 MB and half of
 * the time of a sign-up. Servers in processes of their own use the usual cost.
 */
import { createRequire, registerHooks } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

// This file takes the place of the package in modules that are loaded after it.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2'
      ? { url: import.meta.url, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

export const { verify } = real;
/** The hash that the server uses outside of tests. */
export const usualHash = (password: string): Promise<string> => real.hash(password);
export const hash = (password: string): Promise<string> =>
  real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

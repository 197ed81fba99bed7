/**
 * Argon2 at its lowest cost. Tests sign up thousands of people, and each hash of the usual cost takes 19 MB and half of
 * the time of a sign-up. Servers in processes of their own use the usual cost.
 */
import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

// Vitest puts this file in place of the package, so that an import would load this file again.
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

export const { verify } = real;
/** The hash that the server uses outside of tests. */
export const usualHash = (password: string): Promise<string> => real.hash(password);
export const hash = (password: string): Promise<string> =>
  real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

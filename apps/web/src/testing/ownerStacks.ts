import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNTED = 'recentlyCreatedOwnerStacks';
/** As many as React takes stacks of between two pauses. */
const ENOUGH = 10_000;

/**
 * Lets React take no stack for each element that is made, which it shows in warnings and which takes a fifth of the time
 * of screen tests.
 */
export function withoutOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
  if (!internals || !(COUNTED in internals)) throw new Error(`React has no ${COUNTED}: correct testing/ownerStacks.ts`);
  Object.defineProperty(internals, COUNTED, { get: () => ENOUGH, set: () => {}, configurable: true });
}

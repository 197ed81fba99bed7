import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNTED = 'recentlyCreatedOwnerStacks';
/** React takes a stack for this many elements, then none until its next pause. */
const ENOUGH = 10_000;

/**
 * Keeps React from taking a stack for each element. Its warnings show these stacks, and taking them costs a fifth of the
 * time of screen tests.
 */
export function withoutOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
  if (!internals || !(COUNTED in internals)) throw new Error(`React has no ${COUNTED}: correct testing/ownerStacks.ts`);
  Object.defineProperty(internals, COUNTED, { get: () => ENOUGH, set: () => {}, configurable: true });
}

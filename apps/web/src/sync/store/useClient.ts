import type { ClientState } from '@atrium/client/client.ts';
import { useSyncExternalStore } from 'react';
import { client } from '#sync/session.ts';

export const useClientState = (): ClientState =>
  useSyncExternalStore(
    (changed) => client.onState(changed),
    () => client.state,
  );

/** Rerenders when the person or the workspace's settings change. */
export function useAccount(): void {
  const changed = (again: () => void) => client.onAccount(again);
  useSyncExternalStore(changed, () => client.user);
  useSyncExternalStore(changed, () => client.setting);
}

export const useMustChangePassword = (): boolean =>
  useSyncExternalStore(
    (changed) => client.onAccount(changed),
    () => client.mustChangePassword,
  );

export const useMustProve = (): boolean =>
  useSyncExternalStore(
    (changed) => client.onAccount(changed),
    () => client.session.mustProve,
  );
export const useMustAddFactor = (): boolean =>
  useSyncExternalStore(
    (changed) => client.onAccount(changed),
    () => client.session.mustAddFactor,
  );

/** A number that changes whenever a draft is stored, tagged or removed. */
let draftVersion = 0;
export const useDraftVersion = (): number =>
  useSyncExternalStore(
    (changed) =>
      client.drafts.subscribe(() => {
        draftVersion += 1;
        changed();
      }),
    () => draftVersion,
  );

import { type AppOrder, appSort, appSortSave, NO_SORTS } from '@atrium/contract/workspace/appSorts.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { client } from '#sync/session.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** A person's arrangement of the sidebar and, on a phone, the bottom bar. The server stores it for all devices. */
export type Navigation = Omit<AppOrder, 'base' | 'admin'>;
export type Folder = Navigation['folders'][number];

export const USUAL: Navigation = (({ base: _base, admin: _admin, ...rest }) => rest)(NO_SORTS);

export const useNavigation = create<Navigation>(() => USUAL);

/** The key of the arrangement stored at the last visit, which is used until the server has answered. */
const keyOf = () => `navigation.${client.user?.userid ?? 0}`;
function take({ base: _base, admin: _admin, ...rest }: AppOrder): void {
  localStorage.setItem(keyOf(), JSON.stringify(rest));
  useNavigation.setState(rest);
}
function takeStored(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf()) ?? '{}') as Partial<Navigation>;
    const next = { ...USUAL, ...kept };
    // Nothing is set if the order is the same, as for most people: the sidebar would be rendered twice before the first
    // paint.
    if (JSON.stringify(next) !== JSON.stringify(useNavigation.getState())) useNavigation.setState(next);
  } catch {
    // The stored text is not ours, and the server's answer follows.
  }
}

/** Loads the arrangement for the frame, and again when it changes on another device. */
export function useLoadNavigation(): void {
  const version = useRevision('apps', 0);
  const userid = client.user?.userid ?? 0;
  useEffect(takeStored, [userid]);
  useEffect(() => {
    if (version < 0 || client.state !== 'ready') return;
    client.api.read(appSort, {}).then(
      ({ sorts }) => take(sorts),
      () => undefined,
    );
  }, [version]);
}

/** Shows the change at once; if the server refuses, it is undone. */
export async function arrange(change: Partial<Navigation>): Promise<void> {
  const before = useNavigation.getState();
  const next = { ...before, ...change };
  useNavigation.setState(next);
  try {
    const { base, admin } = (await client.api.read(appSort, {})).sorts;
    take((await client.api.call(appSortSave, { sorts: { ...next, base, admin } })).sorts);
  } catch (error) {
    useNavigation.setState(before);
    notify(wordsOf(error), { kind: 'error' });
  }
}

import { appList, type MicroApp, type MicroAppItem } from '@atrium/contract/workspace/microApps.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { client } from '#sync/session.ts';
import { useRevision } from '#sync/store/useRevision.ts';

interface Loaded {
  list: readonly MicroApp[];
  isLoaded: boolean;
}
const useLoaded = create<Loaded>(() => ({ list: [], isLoaded: false }));

/** Loads the apps, and again when they or their badges change. For the frame around the screens. */
export function useLoadMicroApps(): void {
  const version = useRevision('apps', 0);
  useEffect(() => {
    if (version < 0 || client.state !== 'ready') return;
    client.api.read(appList, {}).then(
      ({ list }) => useLoaded.setState({ list, isLoaded: true }),
      () => undefined,
    );
  }, [version]);
}

/** An entry of an app in a menu. */
export interface Entry {
  app: MicroApp;
  item: MicroAppItem;
}

export const useMicroApps = (): readonly MicroApp[] => useLoaded((state) => state.list);
/** True once the list has loaded. */
export const useMicroAppsLoaded = (): boolean => useLoaded((state) => state.isLoaded);

export const entriesAt = (apps: readonly MicroApp[], location: MicroAppItem['location']): Entry[] =>
  apps.flatMap((app) => app.menu_items.filter((item) => item.location === location).map((item) => ({ app, item })));

const opensInWindow = ({ type }: MicroAppItem) => type === 'external' || type.endsWith('_blank');

/** The address of an entry, and if it opens in a window of its own. */
export function placeOf({ app, item }: Entry): { to: string; isWindow: boolean } {
  const isWindow = opensInWindow(item);
  const key = item.key === '' ? '' : `/${item.key}`;
  return { to: `${isWindow ? '/single/apps' : '/manage/application'}/${app.id}${key}`, isWindow };
}

/** The address of a file of this server, under the name by which this page knows the server. */
export function ownAddress(url: string): string {
  const path = /^https?:\/\/[^/]+(\/app(?:-frame)?\/[^\\]*)$/.exec(url)?.[1];
  return path ?? url;
}

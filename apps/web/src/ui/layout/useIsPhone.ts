import { useSyncExternalStore } from 'react';

/** True while the window matches, also after it changes. */
export function useMatching(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}

const phone = window.matchMedia('(max-width: 767px)');
const narrow = window.matchMedia('(max-width: 575px)');

const wide = window.matchMedia('(min-width: 1201px)');

/** True if the window is narrow enough for the phone layout: no sidebar, tabs at the bottom. */
export const useIsPhone = (): boolean => useMatching(phone);

/** True if the window is so narrow that overlays are full-screen. */
export const useIsNarrow = (): boolean => useMatching(narrow);

/** True if the window is wide enough to show more of a row. */
export const useIsWide = (): boolean => useMatching(wide);

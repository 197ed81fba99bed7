import { useSyncExternalStore } from 'react';

function useBelow(query: MediaQueryList): boolean {
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

/** Narrow enough for the phone's shell: no sidebar, tabs at the bottom. */
export const useIsPhone = (): boolean => useBelow(phone);

/** So narrow that what stands over the screen takes all of it. */
export const useIsNarrow = (): boolean => useBelow(narrow);

import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 767px)');
const subscribe = (changed: () => void) => {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Narrow enough for the phone's shell: no sidebar, tabs at the bottom, sheets instead of modals. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => query.matches);

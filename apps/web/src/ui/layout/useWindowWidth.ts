import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth);

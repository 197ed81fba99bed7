import { useEffect, useState } from 'react';
import { host } from '#host/browser.ts';
import { type FootLinks, NO_LINKS, readFootLinks } from './foot.actions.ts';

type Screen = 'login' | 'dashboard';

const isTouch = () => matchMedia('(pointer: coarse)').matches;
const isPortrait = () => matchMedia('(orientation: portrait)').matches;

export interface Foot extends FootLinks {
  /** True if the desktop client offers the system's browser for signing in. */
  hasBrowser: boolean;
}

/** The links in the lower right corner of a screen on this device; null without any. */
export function useFootLinks(at: Screen): Foot | null {
  const [links, setLinks] = useState(NO_LINKS);
  useEffect(() => {
    void readFootLinks().then(setLinks);
  }, []);
  const hasClient = links.client !== '' && !isTouch() && !(at === 'dashboard' && isPortrait());
  const foot = {
    client: hasClient ? links.client : '',
    update: links.update,
    privacy: at === 'login' ? links.privacy : '',
    hasBrowser: at === 'login' && host.kind === 'desktop',
  };
  return foot.client || foot.privacy || foot.hasBrowser ? foot : null;
}

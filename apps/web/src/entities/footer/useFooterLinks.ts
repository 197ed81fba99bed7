import { useEffect, useState } from 'react';
import { host } from '#host/browser.ts';
import { type FooterLinks, NO_LINKS, readFooterLinks } from './footer.actions.ts';

type Screen = 'login' | 'dashboard';

const isTouch = () => matchMedia('(pointer: coarse)').matches;
const isPortrait = () => matchMedia('(orientation: portrait)').matches;

export interface Footer extends FooterLinks {
  /** True if the desktop client offers the system's browser for signing in. */
  hasBrowser: boolean;
}

/** The links in the lower right corner of a screen on this device; null without any. */
export function useFooterLinks(at: Screen): Footer | null {
  const [links, setLinks] = useState(NO_LINKS);
  useEffect(() => {
    void readFooterLinks().then(setLinks);
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

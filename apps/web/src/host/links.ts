import { maySystemOpen, opensOutside } from '@atrium/contract/shell/outside.ts';
import { host } from './browser.ts';

/**
 * In a shell, links to other applications and other sites leave it: its windows show this workspace only. Returns a
 * function that stops it.
 */
export function listenToLinks(): () => void {
  if (host.kind === 'browser') return () => undefined;
  const click = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || event.defaultPrevented || !leads(link)) return;
    event.preventDefault();
    if (maySystemOpen(link.href)) host.openOutside(link.href);
  };
  window.addEventListener('click', click);
  return () => window.removeEventListener('click', click);
}

const leads = ({ href }: HTMLAnchorElement): boolean =>
  opensOutside(href) || (URL.canParse(href) && new URL(href).origin !== location.origin);

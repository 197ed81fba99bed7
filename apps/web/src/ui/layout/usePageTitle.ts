import { useEffect } from 'react';

/** The host puts the number of unread messages before the title. */
const BADGE = /^\(\d+\+?\) /;
const UNNAMED = 'Atrium';
let brand = UNNAMED;
let shown = '';

/** Shown on the tab and in the history: the screen, then the workspace. */
function write(): void {
  const [badge = ''] = BADGE.exec(document.title) ?? [];
  document.title = badge + [shown, brand].filter(Boolean).join(' · ');
}

/** What the workspace is called. */
export function usePageBrand(name: string): void {
  useEffect(() => {
    brand = name || UNNAMED;
    write();
  }, [name]);
}

/** Names the page while its screen is there; '' leaves the name that is there. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (!title) return;
    shown = title;
    write();
    return () => {
      // Another screen may have named it meanwhile.
      if (shown !== title) return;
      shown = '';
      write();
    };
  }, [title]);
}

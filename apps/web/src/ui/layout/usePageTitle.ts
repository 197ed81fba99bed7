import { useEffect } from 'react';

/** The host puts the number of unread messages before the title. */
const BADGE = /^\(\d+\+?\) /;
const UNNAMED = 'Atrium';
let brand = UNNAMED;
let shown = '';

/** Writes the title for the tab and the history: the screen, then the workspace. */
function write(): void {
  const [badge = ''] = BADGE.exec(document.title) ?? [];
  document.title = badge + [shown, brand].filter(Boolean).join(' · ');
}

/** The workspace's name. */
export function usePageBrand(name: string): void {
  useEffect(() => {
    brand = name || UNNAMED;
    write();
  }, [name]);
}

/** Sets the title while its screen is shown; '' leaves it unchanged. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (!title) return;
    shown = title;
    write();
    return () => {
      // The title stays if another screen has set it meanwhile.
      if (shown !== title) return;
      shown = '';
      write();
    };
  }, [title]);
}

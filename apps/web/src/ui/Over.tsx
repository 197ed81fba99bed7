import { type ReactNode, Suspense, useEffect, useState } from 'react';

/**
 * What stands over a screen gives the focus back to where it was when it goes; a modal that is only mounted open does
 * not. While its file comes nothing else is hidden: each has a Suspense of its own.
 */
export function Over({ children }: { children: ReactNode }) {
  const [before] = useState(whereFocusWas);
  useEffect(
    () => () => {
      // After the modal has let go of the focus.
      setTimeout(() => {
        const isFree = !document.activeElement || document.activeElement === document.body;
        if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
  return <Suspense>{children}</Suspense>;
}

/** An item of a menu is gone by the time that it would be given the focus; the menu's button is not. */
function whereFocusWas(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
}

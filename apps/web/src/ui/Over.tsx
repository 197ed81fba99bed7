import { type ReactNode, Suspense, useEffect, useRef } from 'react';

/**
 * What stands over a screen gives the focus back to where it was when it goes; a modal that is only mounted open does
 * not. While its file comes nothing else is hidden: each has a Suspense of its own.
 */
export function Over({ children }: { children: ReactNode }) {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const element = before.current;
    return () => {
      // After the modal has let go of the focus.
      setTimeout(() => {
        const isFree = !document.activeElement || document.activeElement === document.body;
        if (isFree && element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
      });
    };
  }, []);
  return <Suspense>{children}</Suspense>;
}

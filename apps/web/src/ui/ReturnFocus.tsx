import { type ReactNode, useEffect, useRef } from 'react';

/** What stands over a screen gives the focus back to where it was when it goes; a modal that is only mounted open does not. */
export function ReturnFocus({ children }: { children: ReactNode }) {
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
  return children;
}

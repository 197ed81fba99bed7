import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lasting } from './focusBack.ts';

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
        if (isFree && before?.isConnected) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
  return <Suspense>{children}</Suspense>;
}

const whereFocusWas = () => document.activeElement && lasting(document.activeElement);

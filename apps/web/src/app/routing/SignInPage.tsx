import { useEffect, useState } from 'react';
import { SignInScreen } from '#features/signin/SignInScreen.tsx';
import { host } from '#host/browser.ts';
import { Screens } from './screens.ts';
import { setupFirst, targetOf } from './signInPlaces.ts';

/** The code of the next screen loads after this time, while the person types. */
const FETCH_MS = 2000;

/** The first page of a person without a session. `onDone` gets the place to open. */
export function SignInPage({ onDone }: { onDone: (place: string) => void }) {
  // The first address is stored, because it changes while the next screen loads.
  const [place] = useState(() => host.place());
  const target = targetOf(new URLSearchParams(place.split('?')[1]));

  useEffect(() => {
    document.documentElement.dataset['route'] = 'login';
    if (!place.startsWith('/login')) host.replacePlace('/login');
    // An error is ignored here: the screen that needs the code requests it again and reports errors.
    const timer = setTimeout(() => void Screens.fetch().catch(() => undefined), FETCH_MS);
    return () => clearTimeout(timer);
  }, [place]);

  return <SignInScreen target={target} onDone={(isNew) => onDone(isNew ? setupFirst(target) : target)} />;
}

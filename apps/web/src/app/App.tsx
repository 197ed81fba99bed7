import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '#ui/global.css';
import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { Suspense, useState, useTransition } from 'react';
import { host } from '#host/browser.ts';
import { locale, t } from '#sync/language.ts';
import { Logo } from '#ui/Logo.tsx';
import { NoticeStack } from '#ui/overlays/NoticeStack.tsx';
import { cssVariables, theme } from '#ui/theme.ts';
import { ErrorBoundary } from './recovery/ErrorBoundary.tsx';
import { SignInPage } from './routing/SignInPage.tsx';
import { Screens } from './routing/screens.ts';
import { isSignIn } from './routing/signInPlaces.ts';

/** Sets the default texts and signs of Mantine's components, in the reader's language. */
const worded = () => {
  const decimalSeparator = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const numbers = { decimalSeparator: decimalSeparator?.value ?? '.', allowedDecimalSeparators: ['.', ','] };
  const defaultProps = { closeButtonProps: { 'aria-label': t('action.close') } };
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('field.password_toggle') } };
  return mergeThemeOverrides(theme, {
    components: {
      ...{ Modal: { defaultProps }, Drawer: { defaultProps }, PasswordInput: { defaultProps: toggle } },
      NumberInput: { defaultProps: numbers },
    },
  });
};

/** Shows what the page showed before React loaded (index.html). */
const Opening = () => (
  <div style={{ display: 'grid', placeItems: 'center', height: '100vh' }}>
    <Logo size={56} label="Atrium" />
  </div>
);

/** The sign-in page, and everything else once somebody is signed in. */
function Page() {
  const [isSigningIn, setSigningIn] = useState(() => isSignIn(host.place()));
  // A transition keeps the sign-in page until the next screen is ready.
  const [, start] = useTransition();
  const open = (place: string) => {
    host.replacePlace(place);
    start(() => setSigningIn(false));
  };
  return isSigningIn ? <SignInPage onDone={open} /> : <Screens />;
}

export function App() {
  const [spoken] = useState(worded);
  return (
    <MantineProvider theme={spoken} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      <ErrorBoundary>
        <Suspense fallback={<Opening />}>
          <Page />
        </Suspense>
      </ErrorBoundary>
      <NoticeStack closeLabel={t('action.close')} />
    </MantineProvider>
  );
}

import { Alert, Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react';
import { type FormEvent, Suspense, useState } from 'react';
import { isInApp } from '#entities/footer/inApp.ts';
import { useFooterLinks } from '#entities/footer/useFooterLinks.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { canUsePasskeys } from '#sync/webauthn.ts';
import { Logo } from '#ui/Logo.tsx';
import { lazyStep } from './form/lazyStep.ts';
import { SignInFields } from './form/SignInFields.tsx';
import { useSignInForm } from './form/useSignInForm.ts';
import { ProviderButtons } from './ProviderButtons.tsx';
import classes from './SignInScreen.module.css';
import type { Ticket } from './signin.actions.ts';

const QrSignIn = lazyStep(async () => (await import('./QrSignIn.tsx')).QrSignIn);
const SecondStep = lazyStep(async () => (await import('./SecondStep.tsx')).SecondStep);
const ForgotPassword = lazyStep(async () => (await import('./ForgotPassword.tsx')).ForgotPassword);
const FooterLinks = lazyStep(async () => (await import('#entities/footer/FooterLinks.tsx')).FooterLinks);
const InAppGuide = lazyStep(async () => (await import('#entities/footer/InAppGuide.tsx')).InAppGuide);
const BrowserSignIn = lazyStep(async () => (await import('./BrowserSignIn.tsx')).BrowserSignIn);
const PasskeyButton = lazyStep(async () => (await import('./PasskeyButton.tsx')).PasskeyButton);

interface Props {
  /** The page to open once signed in. */
  target: string;
  /** Called once signed in, also with a new account; the requested page follows. */
  onDone: (isNew?: boolean) => void;
}

/** Sign-in and registration in one place: the same fields, one switch. */
export function SignInScreen({ target, onDone }: Props) {
  const [aside, setAside] = useState<'code' | 'browser' | 'forgot' | Ticket | null>(null);
  const form = useSignInForm({ onDone, onTicket: setAside });
  const { registration, ways, isRegistering, hasFields, problem, setProblem } = form;
  const foot = useFooterLinks('login');

  const back = (words = '') => {
    setAside(null);
    setProblem(words);
  };
  if (aside === 'browser' || aside === 'code') {
    const Step = aside === 'browser' ? BrowserSignIn : QrSignIn;
    return (
      <main className={classes.page}>
        <Paper className={classes.card} withBorder>
          <Suspense>
            <Step onDone={onDone} onPassword={() => back()} />
          </Suspense>
        </Paper>
      </main>
    );
  }
  if (aside) {
    return (
      <Suspense>
        {aside === 'forgot' ? (
          <ForgotPassword email={form.email} canMail={registration.can_reset} onBack={() => back()} />
        ) : (
          <SecondStep ticket={aside} onDone={onDone} onBack={back} />
        )}
      </Suspense>
    );
  }
  return (
    <main className={classes.page}>
      <Paper
        component="form"
        noValidate
        ref={form.element}
        onSubmit={(event: FormEvent) => void form.submit(event)}
        className={classes.card}
        withBorder
      >
        <Stack gap="md">
          <div className={classes.brand}>
            <Logo size={36} src={registration.logo} />
            <Text fw={600} size="lg">
              {registration.name}
            </Text>
          </div>
          <div>
            <Title order={1}>
              {t(registration.first ? 'signin.first_title' : isRegistering ? 'signin.register_title' : 'signin.title')}
            </Title>
            <Text c="dimmed" size="sm" mt={4}>
              {t(registration.first ? 'signin.first_text' : isRegistering ? 'signin.register_text' : 'signin.text')}
            </Text>
          </div>
          {problem && (
            <Alert
              role="alert"
              variant="light"
              color={form.isMailed ? 'accent' : 'red'}
              icon={form.isMailed ? <IconMailCheck size={18} /> : <IconAlertCircle size={18} />}
            >
              {problem}
            </Alert>
          )}
          {!registration.first && ways.providers.length > 0 && (
            <ProviderButtons ways={ways} target={target} onProblem={setProblem} />
          )}
          {hasFields && <SignInFields form={form} onForgot={() => setAside('forgot')} />}
          {!isRegistering && registration.can_passkey && canUsePasskeys() && (
            <Suspense>
              <PasskeyButton onDone={onDone} onProblem={setProblem} />
            </Suspense>
          )}
          {!isRegistering && host.kind === 'browser' && (
            <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setAside('code')}>
              {t('signin.qr')}
            </Anchor>
          )}
          {!hasFields && (
            <Anchor component="button" type="button" size="sm" ta="center" onClick={form.showFields}>
              {t('signin.admin_password')}
            </Anchor>
          )}
          {registration.open && ways.password && !registration.first && (
            <Text size="sm" ta="center" c="dimmed">
              {t(isRegistering ? 'signin.have_account' : 'signin.no_account')}{' '}
              <Anchor component="button" type="button" size="sm" onClick={form.toggle}>
                {t(isRegistering ? 'signin.enter' : 'signin.register')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </Paper>
      <Suspense>
        {foot && <FooterLinks at="login" {...foot} onBrowser={() => setAside('browser')} />}
        {target.startsWith('/manage/project/invite') && isInApp() && <InAppGuide />}
      </Suspense>
    </main>
  );
}

import { Alert, Anchor, Button, Image, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react';
import { type ComponentType, type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isInApp } from '#entities/foot/inApp.ts';
import { useFootLinks } from '#entities/foot/useFootLinks.ts';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { host } from '#host/browser.ts';
import { loadAllTexts, t } from '#sync/language.ts';
import { canUsePasskeys } from '#sync/webauthn.ts';
import { Logo } from '#ui/Logo.tsx';
import type { DoneWork } from './captcha/deviceWork.ts';
import { ProviderButtons } from './ProviderButtons.tsx';
import classes from './SignInScreen.module.css';
import {
  askCaptcha,
  askRegistration,
  type Captcha,
  closed,
  isCaptchaNeeded,
  type Registration,
  signIn,
  type Ticket,
} from './signin.actions.ts';
import { askWays, type SignInWays } from './sso.actions.ts';

// Rarely used, so they load on demand, with their texts.
const step = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadAllTexts()]);
    return { default: component };
  });
const QrSignIn = step(async () => (await import('./QrSignIn.tsx')).QrSignIn);
const SecondStep = step(async () => (await import('./SecondStep.tsx')).SecondStep);
const ForgotPassword = step(async () => (await import('./ForgotPassword.tsx')).ForgotPassword);
const FootLinks = step(async () => (await import('#entities/foot/FootLinks.tsx')).FootLinks);
const InAppGuide = step(async () => (await import('#entities/foot/InAppGuide.tsx')).InAppGuide);
const BrowserSignIn = step(async () => (await import('./BrowserSignIn.tsx')).BrowserSignIn);
const DeviceCheck = step(async () => (await import('./captcha/DeviceCheck.tsx')).DeviceCheck);
const PasskeyButton = step(async () => (await import('./PasskeyButton.tsx')).PasskeyButton);

interface Props {
  /** The page to open once signed in. */
  target: string;
  /** Called once signed in, also with a new account; the requested page follows. */
  onDone: (isNew?: boolean) => void;
}

/** Sign-in and registration in one place: the same fields, one switch. */
export function SignInScreen({ target, onDone }: Props) {
  const [registration, setRegistration] = useState<Registration>(closed);
  const [ways, setWays] = useState<SignInWays>({ providers: [], password: true });
  const [isAdministrator, setAdministrator] = useState(false);
  const [isRegistering, setRegistering] = useState(false);
  const [aside, setAside] = useState<'code' | 'browser' | 'forgot' | Ticket | null>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [invite, setInvite] = useState('');
  const [code, setCode] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  /** Instead of the picture's text. */
  const [work, setWork] = useState<DoneWork | null>(null);
  const [problem, setProblem] = useState('');
  /** The server asked for the picture's text on submit: it is what is missing now. */
  const [isAsking, setAsking] = useState(false);
  const [isMailed, setMailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Partial<Record<'email' | 'password' | 'invite' | 'code', boolean>>>({});

  const foot = useFootLinks('login');

  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  // The first invalid or missing field gets the focus.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  useEffect(() => {
    void askRegistration().then((answer) => {
      setRegistration(answer);
      if (answer.first) setRegistering(true);
    });
    void askWays().then(setWays);
    host.tellSession(0, '');
  }, []);

  const renewCaptcha = async () => {
    setCode('');
    setWork(null);
    setCaptcha(await askCaptcha());
  };

  /** Where mail is sent, a new password is chosen behind the mailed link. */
  const needsPassword = !isRegistering || registration.first || !registration.can_reset;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    const missing = {
      email: !/^[^\s@]+@[^\s@]+$/.test(email.trim()),
      password: needsPassword && !password,
      invite: isRegistering && registration.need && !invite.trim(),
      code: !isRegistering && captcha !== null && !work && !code.trim(),
    };
    setWrong(missing);
    if (Object.values(missing).some(Boolean)) return;
    setBusy(true);
    const outcome = await signIn({
      type: isRegistering ? 'reg' : 'login',
      email,
      password: needsPassword ? password : '',
      invite,
      code: work?.code ?? code,
      code_key: work?.key ?? captcha?.key ?? '',
    });
    setBusy(false);
    if (outcome.isDone) return onDone(isRegistering);
    if (outcome.ticket) return setAside(outcome.ticket);
    setMailed(outcome.code === 'email');
    setProblem(outcome.message);
    const isFirst = captcha === null;
    if (outcome.code === 'need') await renewCaptcha();
    if (outcome.code === 'need' && isFirst) setAsking(true);
    else passwordField.current?.select();
  };

  const checkCaptcha = async () => {
    if (!isRegistering && email && !captcha && (await isCaptchaNeeded(email))) await renewCaptcha();
  };

  const toggle = () => {
    setRegistering(!isRegistering);
    setWrong({});
    setProblem('');
    setCaptcha(null);
  };

  const back = (words = '') => {
    setAside(null);
    setProblem(words);
  };
  if (aside === 'browser') {
    return (
      <main className={classes.page}>
        <Paper className={classes.card} withBorder>
          <Suspense>
            <BrowserSignIn onDone={onDone} onPassword={() => back()} />
          </Suspense>
        </Paper>
      </main>
    );
  }
  if (aside === 'code') {
    return (
      <main className={classes.page}>
        <Paper className={classes.card} withBorder>
          <Suspense>
            <QrSignIn onDone={onDone} onPassword={() => back()} />
          </Suspense>
        </Paper>
      </main>
    );
  }
  if (aside) {
    return (
      <Suspense>
        {aside === 'forgot' ? (
          <ForgotPassword email={email} canMail={registration.can_reset} onBack={() => back()} />
        ) : (
          <SecondStep ticket={aside} onDone={onDone} onBack={back} />
        )}
      </Suspense>
    );
  }
  const hasFields = ways.password || isAdministrator || registration.first;
  return (
    <main className={classes.page}>
      <Paper
        component="form"
        noValidate
        ref={form}
        onSubmit={(event: FormEvent) => void submit(event)}
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
              color={isMailed ? 'accent' : 'red'}
              icon={isMailed ? <IconMailCheck size={18} /> : <IconAlertCircle size={18} />}
            >
              {problem}
            </Alert>
          )}
          {!registration.first && ways.providers.length > 0 && (
            <ProviderButtons ways={ways} target={target} onProblem={setProblem} />
          )}
          {hasFields && (
            <>
              <TextInput
                label={t('field.email')}
                description={
                  isRegistering && registration.domains.length > 0
                    ? t('signin.domains', { domains: registration.domains.map((each) => `@${each}`).join(', ') })
                    : undefined
                }
                type="email"
                autoComplete="username"
                value={email}
                error={wrong.email && t('signin.email_wrong')}
                onChange={(event) => setEmail(event.currentTarget.value)}
                onBlur={() => void checkCaptcha()}
                required
                withAsterisk={false}
                autoFocus
              />
              {needsPassword && (
                <PasswordField
                  ref={passwordField}
                  label={t('field.password')}
                  description={
                    isRegistering ? t('field.password_hint', { limit: registration.password_min }) : undefined
                  }
                  autoComplete={isRegistering ? 'new-password' : 'current-password'}
                  value={password}
                  error={wrong.password && t('signin.missing')}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                  required
                  withAsterisk={false}
                />
              )}
              {isRegistering && registration.need && (
                <TextInput
                  label={t('field.invite')}
                  value={invite}
                  error={wrong.invite && t('signin.missing')}
                  onChange={(event) => setInvite(event.currentTarget.value)}
                  required
                  withAsterisk={false}
                />
              )}
              {!isRegistering && captcha && !work && (
                <div className={classes.captcha}>
                  <TextInput
                    // It may be there already when it is asked for.
                    key={String(isAsking)}
                    label={t('field.captcha')}
                    autoFocus={isAsking}
                    autoComplete="off"
                    value={code}
                    error={wrong.code && t('signin.missing')}
                    onChange={(event) => setCode(event.currentTarget.value)}
                    required
                    withAsterisk={false}
                    flex={1}
                  />
                  <button
                    type="button"
                    onClick={() => void renewCaptcha()}
                    className={classes.picture}
                    title={t('signin.new_picture')}
                  >
                    <Image src={captcha.img} alt={t('signin.new_picture')} w={130} h={36} />
                  </button>
                </div>
              )}
              {!isRegistering && captcha && (
                <Suspense>
                  <DeviceCheck
                    isDone={work !== null}
                    onDone={(done) => {
                      setWork(done);
                      submitButton.current?.focus();
                    }}
                  />
                </Suspense>
              )}
              <Button ref={submitButton} type="submit" loading={isBusy} fullWidth size="md">
                {t(isRegistering ? 'signin.register' : 'signin.enter')}
              </Button>
              {!isRegistering && (
                <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setAside('forgot')}>
                  {t('signin.forgot')}
                </Anchor>
              )}
            </>
          )}
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
            <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setAdministrator(true)}>
              {t('signin.admin_password')}
            </Anchor>
          )}
          {registration.open && ways.password && !registration.first && (
            <Text size="sm" ta="center" c="dimmed">
              {t(isRegistering ? 'signin.have_account' : 'signin.no_account')}{' '}
              <Anchor component="button" type="button" size="sm" onClick={toggle}>
                {t(isRegistering ? 'signin.enter' : 'signin.register')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </Paper>
      <Suspense>
        {foot && <FootLinks at="login" {...foot} onBrowser={() => setAside('browser')} />}
        {target.startsWith('/manage/project/invite') && isInApp() && <InAppGuide />}
      </Suspense>
    </main>
  );
}

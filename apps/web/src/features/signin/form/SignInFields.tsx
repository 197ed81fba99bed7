import { Anchor, Button, TextInput } from '@mantine/core';
import { Suspense, useRef } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { t } from '#sync/language.ts';
import { lazyStep } from './lazyStep.ts';
import type { SignInForm } from './useSignInForm.ts';

const PictureField = lazyStep(async () => (await import('#features/signin/captcha/PictureField.tsx')).PictureField);
const DeviceCheck = lazyStep(async () => (await import('#features/signin/captcha/DeviceCheck.tsx')).DeviceCheck);

/** The fields for signing in or registering, and the button that sends them. */
export function SignInFields({ form, onForgot }: { form: SignInForm; onForgot: () => void }) {
  const { registration, isRegistering, wrong, captcha, work } = form;
  const submitButton = useRef<HTMLButtonElement>(null);
  return (
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
        value={form.email}
        error={wrong.email && t('signin.email_wrong')}
        onChange={(event) => form.setEmail(event.currentTarget.value)}
        onBlur={() => void form.checkCaptcha()}
        required
        withAsterisk={false}
        autoFocus
      />
      {form.needsPassword && (
        <PasswordField
          ref={form.passwordField}
          label={t('field.password')}
          description={isRegistering ? t('field.password_hint', { limit: registration.password_min }) : undefined}
          autoComplete={isRegistering ? 'new-password' : 'current-password'}
          value={form.password}
          error={wrong.password && t('signin.missing')}
          onChange={(event) => form.setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
      {isRegistering && registration.need && (
        <TextInput
          label={t('field.invite')}
          value={form.invite}
          error={wrong.invite && t('signin.missing')}
          onChange={(event) => form.setInvite(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
      {!isRegistering && captcha && (
        <Suspense>
          {!work && (
            <PictureField
              src={captcha.img}
              value={form.code}
              isMissing={wrong.code === true}
              isAsking={form.isAsking}
              onChange={form.setCode}
              onRenew={() => void form.renewCaptcha()}
            />
          )}
          <DeviceCheck
            isDone={work !== null}
            onDone={(done) => {
              form.setWork(done);
              submitButton.current?.focus();
            }}
          />
        </Suspense>
      )}
      <Button ref={submitButton} type="submit" loading={form.isBusy} fullWidth size="md">
        {t(isRegistering ? 'signin.register' : 'signin.enter')}
      </Button>
      {!isRegistering && (
        <Anchor component="button" type="button" size="sm" ta="center" onClick={onForgot}>
          {t('signin.forgot')}
        </Anchor>
      )}
    </>
  );
}

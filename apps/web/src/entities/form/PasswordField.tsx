import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password field that reports an error to screen readers, which the library's does not. */
export function PasswordField({ error, ...input }: PasswordInputProps) {
  return <PasswordInput {...input} error={error} aria-invalid={error ? true : undefined} />;
}

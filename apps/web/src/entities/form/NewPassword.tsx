import { type PasswordInputProps, Text } from '@mantine/core';
import { t } from '#sync/language.ts';
import classes from './NewPassword.module.css';
import { PasswordField } from './PasswordField.tsx';
import { strengthOf } from './passwordStrength.ts';

interface Props extends Omit<PasswordInputProps, 'onChange' | 'value'> {
  /** Minimum length. */
  min: number;
  value: string;
  onChange: (value: string) => void;
}

const WORDS = ['', 'password.weak', 'password.fair', 'password.good', 'password.strong'] as const;

/** A field for a new password that shows its strength. */
export function NewPassword({ min, value, onChange, ...input }: Props) {
  const strength = strengthOf(value, min);
  const word = WORDS[strength];
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        description={t('field.password_hint', { limit: min })}
        required
        withAsterisk={false}
        {...input}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {word && (
        <>
          <div className={classes.bars} data-strength={strength} aria-hidden>
            <span />
            <span />
            <span />
            <span />
          </div>
          <Text size="xs" c="dimmed" mt={4} role="status">
            {t(word)}
          </Text>
        </>
      )}
    </div>
  );
}

import { Button, Group, TextInput } from '@mantine/core';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { t } from '#sync/language.ts';
import type { AccountDeletion } from './useAccountDeletion.ts';

/** Proves who deletes the account: by a mailed code, or by the password. */
export function DeletionProof({ isMailed, secret, setSecret, mailCode }: AccountDeletion) {
  return (
    <FormRow label={t(isMailed ? 'email.mailed_code' : 'field.password')}>
      {(id) =>
        isMailed ? (
          <Group gap="xs" wrap="nowrap">
            <TextInput
              id={id}
              flex={1}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
            <Button variant="default" onClick={mailCode}>
              {t('email.send')}
            </Button>
          </Group>
        ) : (
          <PasswordField
            id={id}
            autoComplete="current-password"
            required
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        )
      }
    </FormRow>
  );
}

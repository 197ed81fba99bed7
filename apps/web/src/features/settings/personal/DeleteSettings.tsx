import { Alert, Button, Checkbox, Group, List, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { PickedPeople } from '#entities/user/PickedPeople.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { FormRow } from '#features/settings/FormRow.tsx';
import { readProofs } from '#features/settings/personal/security/security.actions.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { deleteAccount, exportPerson, mayDelete, sendCode } from '#features/settings/settings.actions.ts';
import { me as signedIn, workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { askFirst } from '#ui/overlays/ask.ts';

const WARNINGS = ['delete.lose', 'delete.stays', 'delete.passes'] as const;

/** Deletes one's own account: shows the consequences, asks for proof of identity, and confirms. */
export function DeleteSettings() {
  const me = useMe();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useStoredInput('delete', '');
  const [secret, setSecret] = useState('');
  const [receiver, setReceiver] = useState<number[]>([]);
  const [isErased, setErased] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isMailed = workspace()?.reg_verify === 'open';
  // Somebody who came through a provider has no password; the question before the deletion is enough.
  const { data: ways } = useAsked(readProofs);
  const needsSecret = isMailed || ways?.password !== false;

  const end = async () => {
    const [transfer_userid] = receiver;
    const input = {
      email: email.trim(),
      reason: reason.trim(),
      ...(transfer_userid && { transfer_userid }),
      ...(isErased && { erase: true }),
    };
    const barred = await mayDelete(input);
    if (barred) return barred;
    const isSure = await askFirst({
      title: t('settings.delete'),
      text: t(isErased ? 'delete.ask_erase' : 'delete.ask', { email: input.email }),
      action: t('delete.confirm'),
      isDangerous: true,
    });
    return isSure ? deleteAccount({ ...input, ...(isMailed ? { code: secret } : { password: secret }) }) : '';
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    setProblem(await end());
    setBusy(false);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={t('delete.title')}>
        <List size="sm">
          {WARNINGS.filter((key) => !isErased || key !== 'delete.stays').map((key) => (
            <List.Item key={key}>{t(key)}</List.Item>
          ))}
        </List>
      </Alert>
      <FormRow label={t('data.own')}>
        <Group>
          <Button variant="default" onClick={() => void exportPerson()}>
            {t('data.export')}
          </Button>
        </Group>
      </FormRow>
      <FormRow label={t('delete.receiver')}>
        <Group gap="xs">
          {receiver.length > 0 ? (
            <PickedPeople userids={receiver} fixed={[]} onRemove={() => setReceiver([])} />
          ) : (
            <Text c="dimmed">{t('delete.receiver_admin')}</Text>
          )}
          <Button variant="default" size="compact-md" onClick={() => setPicking(true)}>
            {t('team.choose')}
          </Button>
        </Group>
      </FormRow>
      <FormRow label={t('delete.erase_label')}>
        <Checkbox
          checked={isErased}
          label={t('delete.erase')}
          description={t('delete.erase_what')}
          onChange={(event) => setErased(event.currentTarget.checked)}
        />
      </FormRow>
      <FormRow label={t('delete.reason')}>
        {(id) => (
          <Textarea
            id={id}
            rows={2}
            maxLength={500}
            required
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </FormRow>
      <FormRow label={t('delete.email')}>
        {(id) => (
          <TextInput
            id={id}
            type="email"
            autoComplete="off"
            placeholder={signedIn()?.email ?? ''}
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </FormRow>
      {needsSecret && (
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
                <Button
                  variant="default"
                  onClick={() => void sendCode(3, signedIn()?.email ?? '').then((words) => setProblem(words))}
                >
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
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button
          type="submit"
          color="red"
          loading={isBusy}
          disabled={!email.trim() || !reason.trim() || (needsSecret && !secret)}
        >
          {t('settings.delete')}
        </Button>
      </Group>
      {isPicking && (
        <UserPicker
          title={t('delete.receiver')}
          chosen={receiver}
          disabled={[me]}
          max={1}
          onClose={() => setPicking(false)}
          onDone={(userids) => {
            setReceiver(userids);
            setPicking(false);
          }}
        />
      )}
    </form>
  );
}

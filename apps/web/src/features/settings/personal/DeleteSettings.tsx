import { Alert, Button, Checkbox, Group, List, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { PickedPeople } from '#entities/user/PickedPeople.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { exportPerson } from '#features/settings/settings.actions.ts';
import { me as signedIn } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { DeletionProof } from './DeletionProof.tsx';
import { useAccountDeletion } from './useAccountDeletion.ts';

const WARNINGS = ['delete.lose', 'delete.stays', 'delete.passes'] as const;

/** Deletes one's own account: shows the consequences, asks for proof of identity, and confirms. */
export function DeleteSettings() {
  const me = useMe();
  const deletion = useAccountDeletion();
  const { receiver, setReceiver, isErased } = deletion;
  const [isPicking, setPicking] = useState(false);
  return (
    <form className={classes.form} onSubmit={(event) => void deletion.submit(event)}>
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
          onChange={(event) => deletion.setErased(event.currentTarget.checked)}
        />
      </FormRow>
      <FormRow label={t('delete.reason')}>
        {(id) => (
          <Textarea
            id={id}
            rows={2}
            maxLength={500}
            required
            value={deletion.reason}
            onChange={(event) => deletion.setReason(event.currentTarget.value)}
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
            value={deletion.email}
            onChange={(event) => deletion.setEmail(event.currentTarget.value)}
          />
        )}
      </FormRow>
      {deletion.needsSecret && <DeletionProof {...deletion} />}
      {deletion.problem && (
        <Alert role="alert" color="red" variant="light">
          {deletion.problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button type="submit" color="red" loading={deletion.isBusy} disabled={!deletion.isComplete}>
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

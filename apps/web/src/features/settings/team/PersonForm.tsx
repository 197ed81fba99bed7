import type { UserRow } from '@atrium/contract/people/accounts.ts';
import type { Department } from '@atrium/contract/people/departments.ts';
import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { createPerson, operate } from './team.actions.ts';
import { optionsOf } from './tree.ts';

interface Props {
  departments?: readonly Department[];
  /** The account to change; without one, an account is created. */
  user?: UserRow;
  /** The initial departments of a new one. */
  chosen?: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/**
 * The changed fields. The address is sent only if it has changed, because changing it asks the administrator again who
 * they are.
 */
const changed = ({ email, ...rest }: { email: string; nickname: string; profession: string }, user: UserRow) => ({
  ...rest,
  ...(email !== user.email && { email }),
});

/** The fields of a person; without one, of an account with a password to hand over. */
export function PersonForm({ departments = [], user, chosen = [], onClose, onDone }: Props) {
  const [fields, setFields] = useState({
    email: user?.email ?? '',
    nickname: user?.nickname_original ?? '',
    profession: user?.profession ?? '',
    tel: user?.tel ?? '',
    password: '',
  });
  const [places, setPlaces] = useState<string[]>(chosen.map(String));
  const [asksPassword, setAsksPassword] = useState(true);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const { tel, password, ...rest } = fields;
    const words = user
      ? await operate({ userid: user.userid, ...changed(rest, user), tel, ...(password && { password }) })
      : await createPerson({ ...rest, password, department: places.map(Number), changepass: asksPassword });
    setBusy(false);
    setProblem(words);
    if (!words) onDone();
  };
  const field = (
    name: 'email' | 'nickname' | 'profession' | 'tel',
    more: { type?: string; required?: boolean; 'data-autofocus'?: true },
  ) => (
    <TextInput
      label={t(`field.${name}`)}
      {...more}
      value={fields[name]}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {field('email', { type: 'email', required: true, 'data-autofocus': true })}
        {field('nickname', { required: !user })}
        {field('profession', {})}
        {user && field('tel', { type: 'tel' })}
        <PasswordField
          label={t('field.password')}
          description={
            user ? t('team.password_keep') : t('field.password_hint', { limit: workspace()?.password_min ?? 8 })
          }
          required={!user}
          autoComplete="new-password"
          value={fields.password}
          onChange={(event) => setFields({ ...fields, password: event.currentTarget.value })}
        />
        {!user && (
          <>
            <MultiSelect
              label={t('team.departments')}
              searchable
              maxValues={10}
              value={places}
              onChange={setPlaces}
              data={optionsOf(departments)}
            />
            <Checkbox
              label={t('team.changepass')}
              checked={asksPassword}
              onChange={(event) => setAsksPassword(event.currentTarget.checked)}
            />
          </>
        )}
        <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
          {t(user ? 'action.save' : 'action.create')}
        </FormEnd>
      </Stack>
    </form>
  );
}

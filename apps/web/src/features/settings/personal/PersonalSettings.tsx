import { Alert, Button, Group, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DayField } from '#entities/date/DateFields.tsx';
import { PersonTags } from '#entities/personTag/PersonTags.tsx';
import { usePersonExtra } from '#entities/personTag/usePersonExtra.ts';
import { OwnPicture } from '#entities/user/OwnPicture.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { saveProfile } from '#features/settings/settings.actions.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';

const fieldsOf = () => ({
  nickname: me()?.nickname_original ?? '',
  profession: me()?.profession ?? '',
  tel: me()?.tel ?? '',
  birthday: me()?.birthday ?? '',
  address: me()?.address ?? '',
  introduction: me()?.introduction ?? '',
});
const NAMES = ['nickname', 'profession', 'tel', 'birthday', 'address'] as const;

export function PersonalSettings() {
  const me = useMe();
  const user = useUser(me);
  const extra = usePersonExtra(me);
  const [saved, setSaved] = useState(fieldsOf);
  const [fields, setFields, done] = useStoredInput('profile', saved);
  const [problem, setProblem] = useState('');
  const isChanged = JSON.stringify(fields) !== JSON.stringify(saved);
  const set = (name: keyof typeof fields, value: string) => setFields({ ...fields, [name]: value });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = await saveProfile(fields);
    setProblem(words);
    if (words) return;
    setSaved(fields);
    done();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <FormRow label={t('field.picture')}>
        <OwnPicture />
      </FormRow>
      <FormRow label={t('field.email')}>
        {(id) => <TextInput id={id} value={user?.email ?? ''} readOnly variant="filled" />}
      </FormRow>
      {NAMES.map((name) => (
        <FormRow key={name} label={t(`field.${name}`)}>
          {(id) =>
            name === 'birthday' ? (
              <DayField
                id={id}
                clearable
                value={fields.birthday || null}
                onChange={(day) => set('birthday', day ?? '')}
              />
            ) : (
              <TextInput
                id={id}
                type={name === 'tel' ? 'tel' : 'text'}
                value={fields[name]}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            )
          }
        </FormRow>
      ))}
      <FormRow label={t('field.introduction')}>
        {(id) => (
          <Textarea
            id={id}
            autosize
            minRows={3}
            maxLength={500}
            value={fields.introduction}
            onChange={(event) => set('introduction', event.currentTarget.value)}
          />
        )}
      </FormRow>
      <FormRow label={t('person_tag.title')}>
        <PersonTags extra={extra} isOwn />
      </FormRow>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      {isChanged && (
        <Group className={classes.bar ?? ''}>
          <Button variant="default" onClick={() => setFields(saved)}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('action.save')}</Button>
        </Group>
      )}
    </form>
  );
}

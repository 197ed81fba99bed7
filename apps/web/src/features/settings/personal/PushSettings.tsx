import type { OutputOf } from '@atrium/contract/kit.ts';
import type { pushSetting } from '@atrium/contract/people/notifications.ts';
import { Alert, Button, Group, Loader, Switch, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { readPush, savePush } from '#features/settings/system/system.actions.ts';
import { t } from '#sync/language.ts';
import { untilRead } from '#sync/store/untilRead.ts';
import { wordsOf } from '#sync/words.ts';
import { PushCheck } from './PushCheck.tsx';

type Push = OutputOf<typeof pushSetting>;

/** Turns push notifications on or off for the whole workspace. */
export function PushSettings() {
  const [saved, setSaved] = useState<Push | null>(null);
  const [contact, setContact] = useState('');
  const [problem, setProblem] = useState('');
  const show = (next: Push) => {
    setSaved(next);
    setContact(next.contact);
    setProblem('');
  };
  const save = async (change: Parameters<typeof savePush>[0]) => {
    try {
      show(await savePush(change));
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  useEffect(() => untilRead(readPush, show, setProblem), []);
  if (!saved) return problem ? <Alert color="red">{problem}</Alert> : <Loader size="sm" />;
  const isOn = saved.push === 'open';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save({ contact: contact.trim() });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Text c="dimmed">{t('push.about')}</Text>
      <FormRow label={t('push.open')}>
        {(id) => (
          <Switch
            id={id}
            checked={isOn}
            label={t('push.devices', { number: saved.devices })}
            onChange={(event) => void save({ push: event.currentTarget.checked ? 'open' : 'close' })}
          />
        )}
      </FormRow>
      {isOn && (
        <FormRow label={t('push.contact')}>
          {(id) => (
            <TextInput
              id={id}
              maxLength={255}
              inputWrapperOrder={['input', 'description']}
              description={t('push.contact_hint')}
              placeholder={saved.default_contact}
              value={contact}
              onChange={(event) => setContact(event.currentTarget.value)}
            />
          )}
        </FormRow>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      {isOn && contact !== saved.contact && (
        <Group className={classes.bar ?? ''}>
          <Button variant="default" onClick={() => show(saved)}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('action.save')}</Button>
        </Group>
      )}
      {isOn && <PushCheck />}
    </form>
  );
}

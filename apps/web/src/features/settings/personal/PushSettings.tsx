import type { OutputOf } from '@atrium/contract/kit.ts';
import type { pushSetting } from '@atrium/contract/people/notifications.ts';
import { Switch, Text, TextInput } from '@mantine/core';
import { NotYet } from '#entities/form/Problem.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsForm, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { readPush, savePush } from '#features/settings/system/system.actions.ts';
import { t } from '#sync/language.ts';

import { PushCheck } from './PushCheck.tsx';

type Push = OutputOf<typeof pushSetting>;

/** Turns push notifications on or off for the whole workspace. */
export function PushSettings() {
  const { settings, problem } = useSettingsForm({
    read: readPush,
    save: ({ contact }: { contact: string }) => savePush({ contact: contact.trim() }),
    fieldsOf: ({ contact }: Push) => ({ contact }),
  });
  if (!settings) return <NotYet problem={problem} />;
  const { saved, fields, set, form, show, fail } = settings;
  const isOn = saved.push === 'open';
  const turn = (push: 'open' | 'close') => savePush({ push }).then(show, fail);
  return (
    <SettingsForm form={form}>
      <Text c="dimmed">{t('push.about')}</Text>
      <FormRow label={t('push.open')}>
        {(id) => (
          <Switch
            id={id}
            checked={isOn}
            label={t('push.devices', { number: saved.devices })}
            onChange={(event) => void turn(event.currentTarget.checked ? 'open' : 'close')}
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
              value={fields.contact}
              onChange={(event) => set({ contact: event.currentTarget.value })}
            />
          )}
        </FormRow>
      )}
      {isOn && <PushCheck />}
    </SettingsForm>
  );
}

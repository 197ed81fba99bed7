import { RETENTION_DAYS, RETENTION_KINDS, type Retention } from '@atrium/contract/workspace/retention.ts';
import { NumberInput, Text } from '@mantine/core';
import { NotYet } from '#entities/form/Problem.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsForm, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { readRetention, saveRetention } from './system.actions.ts';

/** The number of days after which messages are deleted, by kind of chat. */
export function RetentionSettings() {
  const { settings, problem } = useSettingsForm({
    read: readRetention,
    // Saving asks first, because deleted content cannot be restored.
    save: async (fields: Retention, saved: Retention) => {
      const isShorter = RETENTION_KINDS.some(
        (kind) => fields[kind] > 0 && (saved[kind] === 0 || fields[kind] < saved[kind]),
      );
      const question = {
        title: t('retention.ask'),
        text: t('retention.ask_text'),
        action: t('action.save'),
        isDangerous: true,
      };
      return isShorter && !(await askFirst(question)) ? saved : saveRetention(fields);
    },
    fieldsOf: (saved: Retention) => saved,
  });
  if (!settings) return <NotYet problem={problem} />;
  const { fields, set, form } = settings;
  return (
    <SettingsForm form={form}>
      <Text c="dimmed">{t('retention.about')}</Text>
      {RETENTION_KINDS.map((kind) => (
        <FormRow key={kind} label={t(`retention.${kind}`)}>
          {(id) => (
            <NumberInput
              id={id}
              w={180}
              min={0}
              max={RETENTION_DAYS}
              clampBehavior="blur"
              allowDecimal={false}
              suffix={` ${t('retention.days')}`}
              placeholder={t('retention.forever')}
              value={fields[kind] || ''}
              onChange={(value) => set({ [kind]: Number(value) || 0 })}
            />
          )}
        </FormRow>
      ))}
    </SettingsForm>
  );
}

import { PROJECT_ADDERS, type SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { MultiSelect, Stack } from '@mantine/core';
import { ChosenPeople } from '#features/settings/ChosenPeople.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { t } from '#sync/language.ts';

interface Props {
  fields: SettingsAnswer;
  set: (change: Partial<SettingsAnswer>) => void;
}

/** The people who may create projects: those who match one of the choices. */
export function ProjectAdders({ fields, set }: Props) {
  const who = fields.project_add_permission;
  const choose = (next: string[]) => {
    // "Everybody" excludes the other choices.
    const isAll = next.includes('all') && !who.includes('all');
    set({ project_add_permission: isAll ? ['all'] : next.filter((each) => next.length === 1 || each !== 'all') });
  };
  return (
    <FormRow label={t('system.project_add')}>
      {(id) => (
        <Stack gap="xs">
          <MultiSelect
            id={id}
            value={[...who]}
            placeholder={who.length === 0 ? t('system.project_add.none') : ''}
            data={PROJECT_ADDERS.map((value) => ({ value, label: t(`system.project_add.${value}`) }))}
            onChange={choose}
          />
          {who.includes('appoint') && (
            <ChosenPeople
              title={t('system.project_add.appoint')}
              userids={fields.project_add_userids ?? []}
              onChange={(project_add_userids) => set({ project_add_userids })}
            />
          )}
        </Stack>
      )}
    </FormRow>
  );
}

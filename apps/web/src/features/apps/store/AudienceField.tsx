import type { AppAudience } from '@atrium/contract/workspace/microApps.ts';
import { NativeSelect, Stack } from '@mantine/core';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';

const MOST = 1000;

/** The audience of an app: everyone, administrators, or chosen people. */
export function AudienceField({ value, onChange }: { value: AppAudience; onChange: (next: AppAudience) => void }) {
  const kind = typeof value === 'string' ? value : 'people';
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('apps.visible_to')}
        value={kind}
        data={[
          { value: 'all', label: t('apps.visible_all') },
          { value: 'admin', label: t('apps.visible_admin') },
          { value: 'people', label: t('apps.visible_people') },
        ]}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === 'people' ? [] : (currentTarget.value as 'all' | 'admin'))
        }
      />
      {typeof value !== 'string' && (
        <PeopleField
          label={t('apps.visible_people')}
          userids={value}
          max={MOST}
          onChange={(userids) => onChange([...userids])}
        />
      )}
    </Stack>
  );
}

import { PROJECT_ADDERS, type SettingsAnswer } from '@atrium/contract/system.ts';
import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { FormRow } from './FormRow.tsx';

interface Props {
  fields: SettingsAnswer;
  set: (change: Partial<SettingsAnswer>) => void;
}

const MOST = 200;

/** Who makes projects: whoever one of what is chosen fits. */
export function ProjectAdders({ fields, set }: Props) {
  const [isPicking, setPicking] = useState(false);
  const who = fields.project_add_permission;
  const chosen = fields.project_add_userids ?? [];
  const people = useUsers(chosen);
  const choose = (next: string[]) => {
    // Everybody leaves nothing to choose beside.
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
            <Group gap="xs">
              {people.length > 0 && (
                <AvatarGroup>
                  {people.map((user, index) => (
                    <UserAvatar key={user?.userid ?? -index} user={user} size={24} withName />
                  ))}
                </AvatarGroup>
              )}
              <Button variant="default" size="compact-md" onClick={() => setPicking(true)}>
                {t('system.project_add.choose')}
              </Button>
            </Group>
          )}
          {isPicking && (
            <UserPicker
              title={t('system.project_add.appoint')}
              chosen={chosen}
              max={MOST}
              onClose={() => setPicking(false)}
              onDone={(project_add_userids) => {
                setPicking(false);
                set({ project_add_userids });
              }}
            />
          )}
        </Stack>
      )}
    </FormRow>
  );
}

import { Button, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { PickedPeople } from './PickedPeople.tsx';
import { UserPicker } from './UserPicker.tsx';

interface Props {
  label: string;
  description?: string;
  userids: readonly number[];
  max: number;
  /** People who cannot be chosen. */
  disabled?: readonly number[];
  onChange: (userids: readonly number[]) => void;
}

/** A field of people, chosen from everyone and removed one by one. */
export function PeopleField({ label, description, userids, max, disabled = [], onChange }: Props) {
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Input.Wrapper label={label} labelElement="div" {...(description && { description })}>
        <Group gap="sm" mt={6}>
          {userids.length > 0 && (
            <PickedPeople
              userids={userids}
              fixed={[]}
              onRemove={(userid) => onChange(userids.filter((id) => id !== userid))}
            />
          )}
          <Button size="compact-sm" variant="default" onClick={() => setPicking(true)}>
            {t(max === 1 ? 'people.choose_single' : 'export.people_choose')}
          </Button>
        </Group>
      </Input.Wrapper>
      {isPicking && (
        <UserPicker
          title={label}
          chosen={userids}
          max={max}
          disabled={disabled}
          onClose={() => setPicking(false)}
          onDone={(chosen) => {
            onChange(chosen);
            setPicking(false);
          }}
        />
      )}
    </>
  );
}

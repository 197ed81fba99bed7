import type { UserRow } from '@atrium/contract/people/accounts.ts';
import type { Department } from '@atrium/contract/people/departments.ts';
import { MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { operate } from './team.actions.ts';
import { optionsOf } from './tree.ts';

interface Props {
  user: UserRow;
  departments: readonly Department[];
  onClose: () => void;
  onDone: () => void;
}

/** The departments of a person. */
export function PlaceModal({ user, departments, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [places, setPlaces] = useState(user.department.map(String));
  const [problem, setProblem] = useState('');
  const save = async () => {
    const words = await operate({ userid: user.userid, type: 'department', department: places.map(Number) });
    setProblem(words);
    if (!words) onDone();
  };
  return (
    <Modal opened onClose={onClose} title={t('team.place', { name: user.nickname })} fullScreen={isNarrow}>
      <Stack gap="md">
        <MultiSelect
          data-autofocus
          aria-label={t('team.departments')}
          searchable
          maxValues={10}
          value={places}
          onChange={setPlaces}
          data={optionsOf(departments)}
        />
        <FormEnd problem={problem} onCancel={onClose} onClick={() => void save()}>
          {t('action.save')}
        </FormEnd>
      </Stack>
    </Modal>
  );
}

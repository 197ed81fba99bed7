import type { Department } from '@atrium/contract/departments.ts';
import type { UserRow } from '@atrium/contract/users.ts';
import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/useIsPhone.ts';
import { operate } from './team.actions.ts';
import { optionsOf } from './tree.ts';

interface Props {
  user: UserRow;
  departments: readonly Department[];
  onClose: () => void;
  onDone: () => void;
}

/** Which departments a person is in. */
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
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button onClick={() => void save()}>{t('action.save')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { findGroups } from './team.actions.ts';

interface Choice {
  value: string;
  label: string;
}

interface Props {
  value: number;
  onChange: (dialogId: number) => void;
}

/** Chooses one of the workspace's personal groups by name; the most recently active ones are listed first. */
export function GroupSelect({ value, onChange }: Props) {
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words, 300);
  const { data: found } = useRequest(() => findGroups(asked), asked, {
    // The text in the field is no search if it is the name of the chosen group.
    into: (before: readonly Choice[] | null, groups) => {
      const choices = groups.map(({ id, name, people }) => ({ value: String(id), label: `${name} (${people})` }));
      const others = before?.filter((each) => !choices.some((one) => one.value === each.value)) ?? [];
      return [...choices, ...others];
    },
  });
  return (
    <Select
      mt="xs"
      aria-label={t('team.group_use')}
      placeholder={t('team.group_find')}
      searchable
      required
      value={value > 0 ? String(value) : null}
      onChange={(id) => onChange(Number(id ?? 0))}
      onSearchChange={setWords}
      nothingFoundMessage={t('team.group_none')}
      data={found ?? []}
    />
  );
}

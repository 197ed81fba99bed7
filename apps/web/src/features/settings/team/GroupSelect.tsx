import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { findGroups } from './team.actions.ts';

interface Props {
  value: number;
  onChange: (dialogId: number) => void;
}

/** Chooses one of the workspace's personal groups by name; the most recently active ones are listed first. */
export function GroupSelect({ value, onChange }: Props) {
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words, 300);
  const [found, setFound] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    let isWanted = true;
    findGroups(asked).then(
      (groups) => {
        // The name of the chosen group is in the field, and is not a search.
        const choices = groups.map(({ id, name, people }) => ({ value: String(id), label: `${name} (${people})` }));
        if (isWanted)
          setFound((before) => [
            ...choices,
            ...before.filter((each) => !choices.some((one) => one.value === each.value)),
          ]);
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [asked]);
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
      data={found}
    />
  );
}

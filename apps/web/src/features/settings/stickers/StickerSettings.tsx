import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { StickerSetCard } from './StickerSetCard.tsx';
import classes from './Stickers.module.css';
import { movedInList, readSets, saveSet, sortSets } from './stickers.actions.ts';

const NAME_MAX = 50;

/** The workspace's own stickers, for administrators. */
export function StickerSettings() {
  const { data: sets, problem, show, fail } = useRequest(readSets);
  const [name, setName] = useState('');
  const load = () => readSets().then(show, fail);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && (await saveSet({ name: name.trim() }))) setName('');
    await load();
  };
  const move = async (from: number, by: number) => {
    const next = movedInList(sets ?? [], from, by);
    show(next);
    await sortSets(next.map(({ id }) => id));
    await load();
  };
  if (!sets) return <NotYet problem={problem} />;
  return (
    <Stack className={classes.page} gap="lg">
      <Text size="sm" c="dimmed">
        {t('stickers.hint')}
      </Text>
      {sets.map((set, index) => (
        <StickerSetCard
          key={set.id}
          set={set}
          onChanged={load}
          {...(index > 0 && { onUp: () => void move(index, -1) })}
          {...(index < sets.length - 1 && { onDown: () => void move(index, 1) })}
        />
      ))}
      <form onSubmit={(event) => void add(event)}>
        <Group gap="sm" align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('stickers.new_set')}
            placeholder={t('stickers.name')}
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" leftSection={<IconPlus size={16} />} disabled={name.trim() === ''}>
            {t('stickers.add_set')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}

import { Button, Chip, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { locale, t } from '#sync/language.ts';

interface Props<S> {
  samples: readonly S[];
  /** Names that exist already, which are not offered. */
  taken: readonly string[];
  onAdd: (chosen: readonly S[]) => Promise<void>;
}

const number = new Intl.NumberFormat(locale);

/** Samples to start with: several at once, without existing ones. */
export function Samples<S extends { name: string }>({ samples, taken, onAdd }: Props<S>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const known = new Set(taken.map((name) => name.toLowerCase()));
  const left = samples.filter(({ name }) => !known.has(name.toLowerCase()));
  if (left.length === 0) return null;
  const wanted = left.filter(({ name }) => chosen.includes(name));
  const add = async () => {
    setBusy(true);
    await onAdd(wanted);
    setBusy(false);
    setChosen([]);
  };
  return (
    <section aria-label={t('sample.title')}>
      <Text size="sm" fw={600} mt="lg" mb={6}>
        {t('sample.title')}
      </Text>
      <Group gap={6}>
        {left.map(({ name }) => (
          <Chip
            key={name}
            size="xs"
            checked={chosen.includes(name)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, name] : chosen.filter((each) => each !== name))}
          >
            {name}
          </Chip>
        ))}
        {wanted.length > 0 && (
          <Button size="compact-sm" loading={isBusy} onClick={() => void add()}>
            {t('sample.add', { number: number.format(wanted.length) })}
          </Button>
        )}
      </Group>
    </section>
  );
}

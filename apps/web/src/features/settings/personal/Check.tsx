import { Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from '#features/settings/EditableList.module.css';
import { wordsOf } from '#sync/words.ts';

interface Outcome {
  words: string;
  isGood: boolean;
}

/** Runs a test, once at a time. */
export function useCheck(run: () => Promise<string>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ words: await run(), isGood: true });
    } catch (error) {
      setOutcome({ words: wordsOf(error), isGood: false });
    }
    setBusy(false);
  };
  return { outcome, isBusy, start };
}

/** A test button with its result. */
export function Check({ title, hint, outcome, children }: CheckProps) {
  return (
    <section className={classes.check} aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed">{hint}</Text>
      {children}
      {outcome && (
        <Text role={outcome.isGood ? 'status' : 'alert'} c={outcome.isGood ? 'green' : 'red'}>
          {outcome.words}
        </Text>
      )}
    </section>
  );
}
interface CheckProps {
  title: string;
  hint: string;
  outcome: Outcome | null;
  children: ReactNode;
}

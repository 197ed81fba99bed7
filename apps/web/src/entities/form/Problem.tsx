import { Alert } from '@mantine/core';
import { t } from '#sync/language.ts';
import { Waiting } from '#ui/layout/Waiting.tsx';

/** An error, announced at once; nothing without one. */
export const Problem = ({ words }: { words: string }) =>
  words ? (
    <Alert role="alert" color="red" variant="light">
      {words}
    </Alert>
  ) : null;

/** A placeholder for pending answers: loading, or the error. */
export const NotYet = ({ problem }: { problem: string }) =>
  problem ? <Problem words={problem} /> : <Waiting label={t('state.loading')} />;

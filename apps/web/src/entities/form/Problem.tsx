import { Alert } from '@mantine/core';
import { t } from '#sync/language.ts';
import { Waiting } from '#ui/layout/Waiting.tsx';

/** What went wrong, read out at once; nothing where all is well. */
export const Problem = ({ words }: { words: string }) =>
  words ? (
    <Alert role="alert" color="red" variant="light">
      {words}
    </Alert>
  ) : null;

/** In the place of what the server has not answered yet: that it is on its way, or why not. */
export const NotYet = ({ problem }: { problem: string }) =>
  problem ? <Problem words={problem} /> : <Waiting label={t('state.loading')} />;

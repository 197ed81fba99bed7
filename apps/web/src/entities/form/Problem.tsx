import { Alert, Button, Stack } from '@mantine/core';
import { t } from '#sync/language.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';

/** An error, which is announced at once. Nothing is shown without one. */
export const Problem = ({ words }: { words: string }) =>
  words ? (
    <Alert role="alert" color="red" variant="light">
      {words}
    </Alert>
  ) : null;

/**
 * A placeholder for an answer that is missing: it is loading, or there was an error, with a button that asks again if
 * this may help.
 */
export const NotYet = ({ problem, onAgain }: { problem: string; onAgain?: () => void }) =>
  !problem ? (
    <LoadingPlaceholder label={t('state.loading')} />
  ) : onAgain ? (
    <Stack gap="md" align="flex-start">
      <Problem words={problem} />
      <Button variant="default" onClick={onAgain}>
        {t('action.retry')}
      </Button>
    </Stack>
  ) : (
    <Problem words={problem} />
  );

import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Problem } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { SampleProgress } from './SampleProgress.tsx';
import { useSamples } from './useSamples.ts';

/** Adds and removes the sample content. `isQuiet` shows nothing where there is none. */
export function SampleContent({ isQuiet = false }: { isQuiet?: boolean }) {
  const { samples, problem, isBusy, add, remove } = useSamples();
  if (!samples && !problem) return null;
  const state = samples?.state;
  if (isQuiet && (!samples || state === 'none')) return null;
  const isMoving = samples !== null && (state === 'adding' || state === 'removing');
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-label={t('samples.title')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('samples.title')}
        </Title>
        {state !== undefined && <Text size="sm">{t(state === 'none' ? 'samples.offer' : 'samples.present')}</Text>}
        {isMoving && !samples.is_failed && <SampleProgress samples={samples} />}
        {samples?.is_failed && (
          <Alert role="alert" color="red" variant="light">
            {t('samples.failed')}
          </Alert>
        )}
        <Problem words={problem} />
        <Group justify="flex-end" gap="sm">
          {state === 'none' && (
            <Button variant="default" loading={isBusy} onClick={() => void add()}>
              {t('samples.add')}
            </Button>
          )}
          {state === 'adding' && samples?.is_failed && (
            <Button variant="default" loading={isBusy} onClick={() => void add()}>
              {t('action.retry')}
            </Button>
          )}
          {(state === 'there' || state === 'adding' || (state === 'removing' && samples?.is_failed)) && (
            <Button variant="default" loading={isBusy} onClick={() => void remove()}>
              {t('samples.remove')}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

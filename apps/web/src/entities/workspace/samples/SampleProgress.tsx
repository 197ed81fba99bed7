import type { Samples } from '@atrium/contract/workspace/samples.ts';
import { Progress, Text } from '@mantine/core';
import { t } from '#sync/language.ts';

/** The progress of adding or removing the sample content. */
export function SampleProgress({ samples }: { samples: Samples }) {
  const isAdding = samples.state === 'adding';
  const words = isAdding ? t('samples.adding', { done: samples.done, total: samples.total }) : t('samples.removing');
  return (
    <div aria-live="polite">
      <Progress
        size="sm"
        mb={6}
        animated
        value={isAdding ? (100 * samples.done) / samples.total : 100}
        aria-label={words}
      />
      <Text size="sm">{words}</Text>
    </div>
  );
}

import { RingProgress, Text } from '@mantine/core';

/** How much of something is done, 0 to 100. */
export function ProgressRing({ percent, label }: { percent: number; label: string }) {
  return (
    <RingProgress
      size={44}
      thickness={4}
      roundCaps
      sections={[{ value: percent, color: 'accent' }]}
      label={
        <Text size="xs" ta="center" c="dimmed">
          {percent}
        </Text>
      }
      role="img"
      aria-label={label}
    />
  );
}

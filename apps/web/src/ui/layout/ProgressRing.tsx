import { RingProgress, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

/** A ring that shows a share of 0 to 100. */
export function ProgressRing({ percent, label }: { percent: number; label: string }) {
  return (
    <RingProgress
      size={44}
      thickness={4}
      roundCaps
      sections={[{ value: percent, color: percent === 100 ? 'green' : 'accent' }]}
      label={
        percent === 100 ? (
          <IconCheck size={16} stroke={2} color="var(--green)" style={{ display: 'block', margin: 'auto' }} />
        ) : (
          <Text size="xs" ta="center" c="dimmed">
            {percent}
          </Text>
        )
      }
      role="img"
      aria-label={label}
    />
  );
}

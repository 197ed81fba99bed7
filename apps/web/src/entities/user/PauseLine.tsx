import { IconMoon } from '@tabler/icons-react';
import { pauseWords } from './pause.ts';

/** A moon and the end of somebody's pause. */
export const PauseLine = ({ until }: { until: string }) => (
  <span>
    <IconMoon size={12} stroke={2} aria-hidden="true" style={{ verticalAlign: '-1px' }} /> {pauseWords(until)}
  </span>
);

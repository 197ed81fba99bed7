import { Loader } from '@mantine/core';

/** A small loading indicator; `label` is read aloud. */
export function Spinner({ label, size = 'sm' }: { label: string; size?: 'xs' | 'sm' | 'md' }) {
  return <Loader size={size} role="status" aria-label={label} />;
}

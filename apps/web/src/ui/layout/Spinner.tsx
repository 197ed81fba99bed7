import { Loader } from '@mantine/core';

/** Something small is on its way; `label` is what is read out. */
export function Spinner({ label, size = 'sm' }: { label: string; size?: 'xs' | 'sm' | 'md' }) {
  return <Loader size={size} role="status" aria-label={label} />;
}

/*
 * Replaces the file of Mantine's `useId` in the build. Mantine gives every field, menu and modal another id after the first
 * drawing, for pages that a server has drawn, and so draws each of them twice. React's own id does as well.
 * `mantineId.test.ts` fails when Mantine changes that file.
 */
import { useId as useReactId } from 'react';

export function useId(own?: string): string {
  const id = useReactId();
  return own ?? id;
}

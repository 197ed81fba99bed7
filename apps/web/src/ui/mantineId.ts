/*
 * Replaces the file of Mantine's `useId` in the build. Mantine changes the id of every field, menu and modal after the
 * first render, for server-rendered pages, and so renders each of them twice. React's own id is sufficient.
 * `mantineId.test.ts` fails if Mantine changes that file.
 */
import { useId as useReactId } from 'react';

export function useId(own?: string): string {
  const id = useReactId();
  return own ?? id;
}

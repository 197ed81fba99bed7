/*
 * Stands in the build for the file of Mantine's `useId`. That gives every field, menu and modal another id once it is
 * drawn, because pages that a server has drawn once needed it, and so draws each of them twice. React's own is as good.
 */
import { useId as useReactId } from 'react';

export function useId(own?: string): string {
  const id = useReactId();
  return own ?? id;
}

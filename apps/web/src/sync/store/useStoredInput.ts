import { formKey } from '@atrium/client/sending/drafts.ts';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { client } from '#sync/session.ts';

/** The stored input of a form; undefined if there is none. */
export function storedInput<T>(name: string): T | undefined {
  try {
    return (JSON.parse(client.drafts.content(formKey(name)) || 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const dropStored = (name: string): void => client.drafts.remove(formKey(name));

/**
 * Form input, stored on this device until it is `done`: neither Escape nor a reload loses it. Unchanged values are not
 * stored, so that they follow their source.
 */
export function useStoredInput<T>(
  name: string,
  first: T,
): [value: T, set: Dispatch<SetStateAction<T>>, done: () => void] {
  const [value, setValue] = useState<T>(() => storedInput<T>(name) ?? first);
  const [untouched] = useState(() => JSON.stringify(first));
  // The latest value is in a ref: an upload ends long after it was begun, and its change applies to what has been typed
  // meanwhile.
  const latest = useRef(value);
  const set = (change: SetStateAction<T>) => {
    const next = typeof change === 'function' ? (change as (now: T) => T)(latest.current) : change;
    latest.current = next;
    setValue(next);
    const text = JSON.stringify(next);
    if (text === untouched) dropStored(name);
    else client.drafts.write(formKey(name), text);
  };
  return [value, set, () => dropStored(name)];
}

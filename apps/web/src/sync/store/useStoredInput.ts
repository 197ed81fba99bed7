import { useState } from 'react';
import { client } from '#sync/session.ts';

/** The storage key of a form. These drafts are not synced, unlike those of conversations and tasks. */
const keyOf = (name: string) => `form:${name}`;

function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(client.drafts.content(keyOf(name)) || 'null') as T;
  } catch {
    return undefined;
  }
}

/**
 * Form input, stored on this device until it is `done`: neither Escape nor a reload loses it. Unchanged values are not
 * stored, so that they follow their source.
 */
export function useStoredInput<T>(name: string, first: T): [value: T, set: (next: T) => void, done: () => void] {
  const [value, setValue] = useState<T>(() => read<T>(name) ?? first);
  const [untouched] = useState(() => JSON.stringify(first));
  const set = (next: T) => {
    setValue(next);
    const text = JSON.stringify(next);
    if (text === untouched) client.drafts.remove(keyOf(name));
    else client.drafts.write(keyOf(name), text);
  };
  return [value, set, () => client.drafts.remove(keyOf(name))];
}

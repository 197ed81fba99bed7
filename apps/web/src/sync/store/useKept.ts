import { useState } from 'react';
import { client } from '#sync/session.ts';

/** Not a conversation's or a task's: these stay on their device. */
const keyOf = (name: string) => `form:${name}`;

function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(client.drafts.content(keyOf(name)) || 'null') as T;
  } catch {
    return undefined;
  }
}

/**
 * What is filled in somewhere, kept on this device until it is `done`: neither Escape nor a reload costs a word. What
 * was never changed is not kept, so that it follows what it is made from.
 */
export function useKept<T>(name: string, first: T): [value: T, set: (next: T) => void, done: () => void] {
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

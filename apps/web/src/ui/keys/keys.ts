import { create } from 'zustand';

/** Custom keys by command id; '' = none. Stored on this device. */
type CustomKeys = Readonly<Record<string, string>>;

const KEPT = 'shortcuts';

function storedKeys(): CustomKeys {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPlain ? Object.fromEntries(Object.entries(value).filter(([, keys]) => typeof keys === 'string')) : {};
  } catch {
    return {};
  }
}

export const useCustomKeys = create<{ wishes: CustomKeys }>(() => ({ wishes: storedKeys() }));

/** Sets the keys of a command. `null` means its default keys. */
export function setCustomKeys(id: string, keys: string | null): void {
  const { [id]: _before, ...rest } = useCustomKeys.getState().wishes;
  const wishes = keys === null ? rest : { ...rest, [id]: keys };
  localStorage.setItem(KEPT, JSON.stringify(wishes));
  useCustomKeys.setState({ wishes });
}

/** True if two commands have the same keys, or one the first key of the other: one of them would be unreachable. */
export const keysCollide = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

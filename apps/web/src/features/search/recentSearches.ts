import { me } from '#sync/account.ts';

const KEPT = 8;
/** The storage key of an account: several people may use one browser. */
const keyOf = () => `search.recent.${me()?.userid ?? 0}`;

/** The searches that led somewhere, newest first; on this device only. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function noteSearch(words: string): void {
  if (!words) return;
  const kept = [words, ...recentSearches().filter((each) => each !== words)].slice(0, KEPT);
  localStorage.setItem(keyOf(), JSON.stringify(kept));
}

export const forgetSearches = (): void => localStorage.removeItem(keyOf());

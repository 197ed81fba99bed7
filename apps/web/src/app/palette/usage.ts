/** The number of times that each palette item was chosen in this browser, by item id. */
export type UseCounts = Readonly<Record<string, number>>;

const KEPT = 100;
const keyOf = (userid: number) => `palette.${userid}`;

export function usesOf(userid: number): UseCounts {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(userid)) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as UseCounts) : {};
  } catch {
    return {};
  }
}

/** An old choice counts less with every new one, and is forgotten in the end. */
const FADE = 0.98;
const LEAST = 0.1;

export function noteUse(userid: number, id: string): void {
  if (userid <= 0) return;
  const faded = Object.entries(usesOf(userid)).map(([each, uses]) => [each, uses * FADE] as const);
  const before = faded.find(([each]) => each === id)?.[1] ?? 0;
  const next = [[id, before + 1] as const, ...faded.filter(([each, uses]) => each !== id && uses > LEAST)];
  localStorage.setItem(keyOf(userid), JSON.stringify(Object.fromEntries(next.slice(0, KEPT))));
}

/**
 * The bonus for the score of a match: enough to rank it above equal ones, but not above better ones of another word.
 */
export const bonusOf = (uses: UseCounts, id: string): number => Math.min(1.5, Math.log2(1 + (uses[id] ?? 0)) / 2);

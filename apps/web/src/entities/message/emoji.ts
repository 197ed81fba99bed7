/** What most answers are made of. */
const COMMON = ['👌', '👍', '😂', '🎉', '❤️', '🥳', '🥰', '😥', '😭', '👀', '🙏', '🔥'];
const KEY = 'emoji.recent';
const RECENT = 3;

function recent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, RECENT) : [];
  } catch {
    return [];
  }
}

/** The last three used first, then the common ones. */
export const quickEmoji = (): string[] => [...new Set([...recent(), ...COMMON])];

export function noteEmoji(symbol: string): void {
  const kept = [symbol, ...recent().filter((each) => each !== symbol)].slice(0, RECENT);
  localStorage.setItem(KEY, JSON.stringify(kept));
}

const WIDTHS = [576, 768, 992, 1200];
/** How many faces stand behind a reaction before "+N": 2 to 6 by the window's width. */
export const shownReactors = (width: number): number => 2 + WIDTHS.filter((each) => width >= each).length;

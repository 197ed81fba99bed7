/** The most common reactions. */
const COMMON = ['👌', '👍', '😂', '🎉', '❤️', '🥳', '🥰', '😥', '😭', '👀', '🙏', '🔥'];
const KEY = 'emoji.recent';
/** The number of recent emoji that are stored, and of those among the quick ones. */
const KEPT = 32;
const RECENT = 3;
const TONE = 'emoji.tone';

/** The emoji that were used last, newest first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** The quick emoji: the last three used first, then the common ones. */
export const quickEmoji = (): string[] => [...new Set([...recentEmoji().slice(0, RECENT), ...COMMON])];

export function noteEmoji(symbol: string): void {
  const kept = [symbol, ...recentEmoji().filter((each) => each !== symbol)].slice(0, KEPT);
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/** The chosen skin tone: 0 = yellow, then from light to dark. */
export const storedTone = (): number => Math.min(5, Math.max(0, Number(localStorage.getItem(TONE)) || 0));
export const storeTone = (tone: number): void => localStorage.setItem(TONE, String(tone));

const WIDTHS = [576, 768, 992, 1200];
/** The number of avatars that a reaction shows before "+N": 2 to 6, by the window's width. */
export const shownReactors = (width: number): number => 2 + WIDTHS.filter((each) => width >= each).length;

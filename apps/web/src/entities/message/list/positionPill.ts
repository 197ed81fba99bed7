/** The unread messages of a conversation, by which the pill is chosen. */
export interface UnreadState {
  unread: number;
  /** The first unread message; 0 if none. */
  unreadOne: number;
  /** Unread messages that mention the reader, newest first. */
  mentions: readonly number[];
}
export interface Pill {
  kind: 'mention' | 'unread';
  id: number;
  isAbove: boolean;
}

/**
 * Returns the next hidden mention, or else the first unread message above; null if everything unread is visible or
 * below.
 */
export function pillFor({ unreadOne, mentions }: UnreadState, from: number, to: number): Pill | null {
  const mention = mentions.findLast((id) => id < from || id > to);
  if (mention !== undefined) return { kind: 'mention', id: mention, isAbove: mention < from };
  return unreadOne > 0 && unreadOne < from ? { kind: 'unread', id: unreadOne, isAbove: true } : null;
}

export const isSamePill = (a: Pill | null, b: Pill | null): boolean => a?.id === b?.id && a?.isAbove === b?.isAbove;

/** What of a conversation's unread messages calls for the reader, from where they are in it. */
export interface Waiting {
  unread: number;
  /** The first unread message; 0 where none is. */
  unreadOne: number;
  /** Unread messages that name the reader, the newest first. */
  mentions: readonly number[];
}
export interface Pill {
  kind: 'mention' | 'unread';
  id: number;
  isAbove: boolean;
}

/** The next mention out of sight, else the first unread message above; null where everything waits in view or below. */
export function pillFor({ unreadOne, mentions }: Waiting, from: number, to: number): Pill | null {
  const mention = mentions.findLast((id) => id < from || id > to);
  if (mention !== undefined) return { kind: 'mention', id: mention, isAbove: mention < from };
  return unreadOne > 0 && unreadOne < from ? { kind: 'unread', id: unreadOne, isAbove: true } : null;
}

export const isSamePill = (a: Pill | null, b: Pill | null): boolean => a?.id === b?.id && a?.isAbove === b?.isAbove;

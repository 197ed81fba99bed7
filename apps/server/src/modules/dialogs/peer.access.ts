import { sql } from 'kysely';

// `dialogs.pair` has the two people of a direct conversation, the smaller id first; the same person twice is a
// self-chat.

export const isWithOneself = (pair: readonly number[] | null): boolean => pair !== null && pair[0] === pair[1];

/** The other person of `d.pair`; in a self-chat, the person themselves. */
export const peerOf = (userid: number) => sql`case when d.pair[1] = ${userid} then d.pair[2] else d.pair[1] end`;

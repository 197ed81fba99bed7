import { sql } from 'kysely';

// `dialogs.pair` names the two people of a conversation, the smaller number first; twice the same person writes notes.

export const isWithOneself = (pair: readonly number[] | null): boolean => pair !== null && pair[0] === pair[1];

/** The other person of `d.pair` for this one; in a conversation with oneself, oneself. */
export const peerOf = (userid: number) => sql`case when d.pair[1] = ${userid} then d.pair[2] else d.pair[1] end`;

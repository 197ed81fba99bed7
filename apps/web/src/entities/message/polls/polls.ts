import type { ChainMsg, VoteMsg } from '@atrium/contract/chat/messages.ts';

/** The share of voters in percent, with two decimals. */
export const percentOf = (count: number, voters: number): string =>
  (voters === 0 ? 0 : (count / voters) * 100).toFixed(2);

/** The newest open poll that this person has not answered. */
export function openPoll(messages: readonly { id: number; type: string; msg: unknown }[], me: number): VoteMsg | null {
  const polls = messages
    .filter(({ type }) => type === 'vote')
    .sort((a, b) => b.id - a.id)
    .map(({ msg }) => msg as VoteMsg);
  // A poll that was posted again has the same votes in each of its messages.
  return polls.find(({ state, votes }) => state === 1 && !votes.some(({ userid }) => userid === me)) ?? null;
}

/** Ids of the options that a text names by number or by their words; none if it is unclear. */
export function chosenOptions({ list, multiple }: Pick<VoteMsg, 'list' | 'multiple'>, text: string): number[] {
  const typed = text.trim().toLowerCase();
  const named = list.filter((option) => option.text.trim().toLowerCase() === typed);
  if (named.length === 1) return named.map(({ id }) => id);
  const numbers = typed.split(/[\s,;、，]+/).map(Number);
  const chosen = [...new Set(numbers)].map((number) => list[number - 1]?.id);
  if (chosen.length > 1 && !multiple) return [];
  return chosen.every((id) => id !== undefined) ? chosen : [];
}

const choiceKey = (uuid: string) => `vote.${uuid}`;

/** A choice that was ticked and not sent yet, if its options still exist. */
export function storedChoice({ uuid, list }: Pick<VoteMsg, 'uuid' | 'list'>): string[] {
  const ids = new Set(list.map((option) => String(option.id)));
  return (localStorage.getItem(choiceKey(uuid)) ?? '').split(',').filter((id) => ids.has(id));
}
export const storeChoice = (uuid: string, chosen: readonly string[]) =>
  localStorage.setItem(choiceKey(uuid), chosen.join());
export const forgetChoice = (uuid: string) => localStorage.removeItem(choiceKey(uuid));

/** The number of entries above which a list collapses to the first two. */
const FOLDED_ABOVE = 4;
const FOLDED_TO = 2;

const foldKey = (uuid: string) => `chain.${uuid}`;
export const isUnfolded = (uuid: string) => localStorage.getItem(foldKey(uuid)) === '1';
export function storeUnfolded(uuid: string, isOpen: boolean): void {
  if (isOpen) localStorage.setItem(foldKey(uuid), '1');
  else localStorage.removeItem(foldKey(uuid));
}

type Lines = ChainMsg['list'];

/** The lines of a list, examples first and the others in order, and the number of collapsed ones. */
export function chainLines(list: Lines, isOpen: boolean): { lines: Lines; hidden: number; isFoldable: boolean } {
  const sorted = [...list.filter((line) => line.type === 'case'), ...list.filter((line) => line.type !== 'case')];
  const isFoldable = sorted.length > FOLDED_ABOVE;
  const lines = isFoldable && !isOpen ? sorted.slice(0, FOLDED_TO) : sorted;
  return { lines, hidden: sorted.length - lines.length, isFoldable };
}

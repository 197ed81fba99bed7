import type { ChainMsg, VoteMsg } from '@atrium/contract/chat/messages.ts';

/** Two decimals, as a share of voters. */
export const percentOf = (count: number, voters: number): string =>
  (voters === 0 ? 0 : (count / voters) * 100).toFixed(2);

const choiceKey = (uuid: string) => `vote.${uuid}`;

/** A choice that was ticked and not sent yet, if its options still exist. */
export function storedChoice({ uuid, list }: Pick<VoteMsg, 'uuid' | 'list'>): string[] {
  const ids = new Set(list.map((option) => String(option.id)));
  return (localStorage.getItem(choiceKey(uuid)) ?? '').split(',').filter((id) => ids.has(id));
}
export const storeChoice = (uuid: string, chosen: readonly string[]) =>
  localStorage.setItem(choiceKey(uuid), chosen.join());
export const forgetChoice = (uuid: string) => localStorage.removeItem(choiceKey(uuid));

/** More entries than this collapse to the first two. */
const FOLDED_ABOVE = 4;
const FOLDED_TO = 2;

const foldKey = (uuid: string) => `chain.${uuid}`;
export const isUnfolded = (uuid: string) => localStorage.getItem(foldKey(uuid)) === '1';
export function storeUnfolded(uuid: string, isOpen: boolean): void {
  if (isOpen) localStorage.setItem(foldKey(uuid), '1');
  else localStorage.removeItem(foldKey(uuid));
}

type Lines = ChainMsg['list'];

/** Examples first, the others in order; and the number of collapsed ones. */
export function chainLines(list: Lines, isOpen: boolean): { lines: Lines; hidden: number; isFoldable: boolean } {
  const sorted = [...list.filter((line) => line.type === 'case'), ...list.filter((line) => line.type !== 'case')];
  const isFoldable = sorted.length > FOLDED_ABOVE;
  const lines = isFoldable && !isOpen ? sorted.slice(0, FOLDED_TO) : sorted;
  return { lines, hidden: sorted.length - lines.length, isFoldable };
}

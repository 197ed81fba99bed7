import { changeVote, joinChain, postVote } from '@atrium/client/sending/pollActions.ts';
import type { msgVote } from '@atrium/contract/chat/messageActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { showProblem } from '#ui/overlays/problem.ts';

/** Shows the error of a refusal in a modal: nobody should believe that they have voted. */
const orSay = (answer: Promise<unknown>) => void answer.catch((error: unknown) => showProblem(wordsOf(error)));

export const beginVote = (input: Omit<InputOf<typeof msgVote>, 'type' | 'uuid' | 'vote'>) =>
  orSay(client.mutate(postVote, input));
export const castVote = (uuid: string, vote: number[]) =>
  orSay(client.mutate(changeVote, { uuid, type: 'vote', vote }));
export const endVote = (uuid: string) => orSay(client.mutate(changeVote, { uuid, type: 'finish' }));
export const repeatVote = (uuid: string) => orSay(client.mutate(postVote, { uuid, type: 'again' }));

export interface ChainLine {
  /** The id of the poll; 0 = new. */
  id: number;
  type: string;
  text: string;
}
export const sendChain = (dialogId: number, chain: { uuid?: string; text: string }, list: ChainLine[]) =>
  orSay(
    client.mutate(joinChain, {
      dialog_id: dialogId,
      text: chain.text,
      ...(chain.uuid && { uuid: chain.uuid }),
      list: list.map(({ id, type, text }) => ({ type, text, ...(id > 0 && { id }) })),
    }),
  );

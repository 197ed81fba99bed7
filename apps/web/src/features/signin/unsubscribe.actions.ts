import { mailUnsubscribe } from '@atrium/contract/people/mails.ts';
import { api } from '#sync/api.ts';
import { wordsOf } from '#sync/words.ts';

/** Unsubscribes. Resolves with the error; '' once it is done. */
export async function unsubscribe(token: string): Promise<string> {
  try {
    await api.call(mailUnsubscribe, { token, 'List-Unsubscribe': 'One-Click' });
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

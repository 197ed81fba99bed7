import { CallError } from '@atrium/client/api.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

const AGAIN_MS = 3000;

/**
 * Reads what a page shows. Without network it shows that, and reads again once the network is back.
 *
 * @param fail hears what went wrong, and '' once it is right
 * @returns ends it; nothing is heard any more
 */
export function untilRead<T>(
  read: () => Promise<T>,
  show: (answer: T) => void,
  fail: (words: string) => void,
): () => void {
  let isWanted = true;
  let stop: () => void = () => undefined;
  const again = () => {
    stop();
    void ask();
  };
  const ask = async () => {
    try {
      const answer = await read();
      if (!isWanted) return;
      fail('');
      show(answer);
    } catch (error) {
      if (!isWanted) return;
      fail(wordsOf(error));
      if (!(error instanceof CallError) || !error.isUnreachable) return;
      // A call may be lost while the connection has noticed nothing.
      const timer = client.state === 'ready' ? setTimeout(again, AGAIN_MS) : undefined;
      const silence = client.onState((state) => state === 'ready' && again());
      stop = () => {
        clearTimeout(timer);
        silence();
      };
    }
  };
  void ask();
  return () => {
    isWanted = false;
    stop();
  };
}

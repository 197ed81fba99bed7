import { CallError } from '@atrium/client/api.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

const RETRY_MS = 3000;

/** What a screen asked the server for. */
export interface Asked<T> {
  /** The last answer; null before the first one. It stays while the question is asked again. */
  data: T | null;
  /** What went wrong, in words; '' once it is right. */
  problem: string;
  /** Shows this from now on: what a save answered, or a change made here. */
  show: (next: T | ((before: T | null) => T | null)) => void;
  /** Shows what went wrong with a change; '' takes it away. */
  fail: (error: unknown) => void;
  /** Asks again. */
  again: () => void;
}

interface Options {
  /** Waits this long before it asks: for questions that change with every key. */
  delayMs?: number;
}

interface Growing<T, A> extends Options {
  /** Makes what is shown from what was shown and the answer. */
  into: (before: T | null, answer: A) => T;
}

/**
 * Asks the server once, and again whenever `key` is another one. The answer to a question that is not asked any more is
 * dropped. Without network it says so, and asks again once the network is back.
 */
export function useAsked<T>(ask: () => Promise<T>, key?: string | number, options?: Options): Asked<T>;
/** For lists that grow page by page. */
export function useAsked<T, A>(ask: () => Promise<A>, key: string | number, options: Growing<T, A>): Asked<T>;
export function useAsked<T, A>(
  ask: () => Promise<A>,
  key: string | number = '',
  { delayMs = 0, into }: Options & Partial<Growing<T, A>> = {},
): Asked<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  const question = useEffectEvent(ask);
  const take = useEffectEvent((answer: A) =>
    setData((before) => (into ? into(before, answer) : (answer as unknown as T))),
  );
  useEffect(() => {
    let stop: () => void = () => undefined;
    const begin = () => {
      stop = askUntilAnswered(
        () => question(),
        (answer) => take(answer),
        setProblem,
      );
    };
    const timer = delayMs > 0 ? setTimeout(begin, delayMs) : undefined;
    if (timer === undefined) begin();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [key, turn, delayMs]);
  return {
    data,
    problem,
    show: (next) => {
      setData(next as T);
      setProblem('');
    },
    fail: (error) => setProblem(typeof error === 'string' ? error : wordsOf(error)),
    again: () => setTurn(turn + 1),
  };
}

/** Returns what ends it; nothing is heard any more then. */
function askUntilAnswered<A>(
  ask: () => Promise<A>,
  show: (answer: A) => void,
  fail: (words: string) => void,
): () => void {
  let isWanted = true;
  let stop: () => void = () => undefined;
  const again = () => {
    stop();
    void attempt();
  };
  const attempt = async () => {
    try {
      const answer = await ask();
      if (!isWanted) return;
      fail('');
      show(answer);
    } catch (error) {
      if (!isWanted) return;
      fail(wordsOf(error));
      if (!(error instanceof CallError) || !error.isUnreachable) return;
      // A call may be lost while the connection has noticed nothing.
      const timer = client.state === 'ready' ? setTimeout(again, RETRY_MS) : undefined;
      const silence = client.onState((state) => state === 'ready' && again());
      stop = () => {
        clearTimeout(timer);
        silence();
      };
    }
  };
  void attempt();
  return () => {
    isWanted = false;
    stop();
  };
}

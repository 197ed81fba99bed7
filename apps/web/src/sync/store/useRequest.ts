import { CallError } from '@atrium/client/api.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

const RETRY_MS = 3000;

/** A request by a screen. */
export interface RequestState<T> {
  /** The last answer; null before the first one. It stays during a reload. */
  data: T | null;
  /** The error text; '' if there is none. */
  problem: string;
  /** Shows other data: a save's answer, or a local change. */
  show: (next: T | ((before: T | null) => T | null)) => void;
  /** Shows the error of a change; '' clears it. */
  fail: (error: unknown) => void;
  /** Sends the request again. */
  again: () => void;
}

interface Options {
  /** The delay before the request, for input that changes with every key. */
  delayMs?: number;
}

interface Growing<T, A> extends Options {
  /** Combines the shown data with the answer. */
  into: (before: T | null, answer: A) => T;
}

/**
 * Sends a request once, and again whenever `key` changes. Answers to outdated requests are ignored. Without a network
 * it shows an error, and retries once the network is back.
 */
export function useRequest<T>(send: () => Promise<T>, key?: string | number, options?: Options): RequestState<T>;
/** Sends a request for a list that grows page by page. */
export function useRequest<T, A>(send: () => Promise<A>, key: string | number, options: Growing<T, A>): RequestState<T>;
export function useRequest<T, A>(
  send: () => Promise<A>,
  key: string | number = '',
  { delayMs = 0, into }: Options & Partial<Growing<T, A>> = {},
): RequestState<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  const sendLatest = useEffectEvent(send);
  const take = useEffectEvent((answer: A) =>
    setData((before) => (into ? into(before, answer) : (answer as unknown as T))),
  );
  useEffect(() => {
    let stop: () => void = () => undefined;
    const begin = () => {
      stop = sendUntilAnswered(
        () => sendLatest(),
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

/** Returns a function that cancels it. */
function sendUntilAnswered<A>(
  send: () => Promise<A>,
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
      const answer = await send();
      if (!isWanted) return;
      fail('');
      show(answer);
    } catch (error) {
      if (!isWanted) return;
      fail(wordsOf(error));
      if (!(error instanceof CallError) || !error.isUnreachable) return;
      // The request is repeated even if the connection seems fine, because a call may be lost without it noticing.
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

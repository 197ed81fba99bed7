import { clientHost } from '#sync/clientHost.ts';
import { client } from '#sync/session.ts';

/*
 * Small lists outside the store: the last answer is used while the server is unreachable. Cleared with the store when
 * signing out.
 */

const keyOf = (name: string) => `answer:${client.user?.userid ?? 0}:${name}`;
export const lastAnswer = async <T>(name: string) => (await clientHost.storage.get(keyOf(name))) as T | undefined;
export const keepAnswer = (name: string, answer: unknown): void => void clientHost.storage.set(keyOf(name), answer);

async function asked<T>(name: string, ask: () => Promise<T>, isKept: (answer: T) => boolean = () => true): Promise<T> {
  const answer = await ask();
  keepAnswer(name, isKept(answer) ? answer : undefined);
  return answer;
}

/** Returns the answer of `ask`; if it fails, the last one; `otherwise` if there is none. */
export const orCached = async <T>(name: string, ask: () => Promise<T>, otherwise: T): Promise<T> =>
  asked(name, ask).catch(async () => (await lastAnswer<T>(name)) ?? otherwise);

/**
 * Shows the last answer at once, then the new one, because a read is retried for long. `isKept` says which answers are
 * stored. Returns a function that stops it.
 */
export function cachedThenFresh<T>(
  name: string,
  ask: () => Promise<T>,
  otherwise: T,
  take: (answer: T) => void,
  isKept?: (answer: T) => boolean,
): () => void {
  let isWanted = true;
  const before = lastAnswer<T>(name).then((kept) => {
    if (isWanted && kept !== undefined) take(kept);
    return kept;
  });
  const now = asked(name, ask, isKept).catch(async () => (await before) ?? otherwise);
  void Promise.all([now, before]).then(([answer]) => isWanted && take(answer));
  return () => {
    isWanted = false;
  };
}

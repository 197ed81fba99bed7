import { clientHost } from '#sync/api.ts';
import { client } from '#sync/session.ts';

/*
 * Small lists that are no rows of the store: the last answer is used while the server cannot be reached.
 * Forgotten with the store at signing out.
 */

const keyOf = (name: string) => `answer:${client.user?.userid ?? 0}:${name}`;
const last = async <T>(name: string) => (await clientHost.storage.get(keyOf(name))) as T | undefined;

async function asked<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const answer = await ask();
  void clientHost.storage.set(keyOf(name), answer);
  return answer;
}

/** What `ask` answers; where it fails what it answered last, `otherwise` where it never did. */
export const orLast = async <T>(name: string, ask: () => Promise<T>, otherwise: T): Promise<T> =>
  asked(name, ask).catch(async () => (await last<T>(name)) ?? otherwise);

/** What `ask` answered last, at once, and then what it answers: a read is tried for long. Returns how to stop. */
export function lastAndNow<T>(
  name: string,
  ask: () => Promise<T>,
  otherwise: T,
  take: (answer: T) => void,
): () => void {
  let isWanted = true;
  const before = last<T>(name).then((kept) => {
    if (isWanted && kept !== undefined) take(kept);
    return kept;
  });
  const now = asked(name, ask).catch(async () => (await before) ?? otherwise);
  void Promise.all([now, before]).then(([answer]) => isWanted && take(answer));
  return () => {
    isWanted = false;
  };
}

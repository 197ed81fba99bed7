import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import pg from 'pg';

/**
 * A connection that prepares statements. Planning the list of tasks takes four times as long as running it for one
 * task, and every call runs a dozen statements whose text never changes.
 *
 * Only repeated texts are prepared, and only a limited number: each costs memory on every connection.
 */
const MAX_NAMED = 400;
const MAX_SEEN = 2000;
const USES_UNTIL_NAMED = 3;
/** Statements with more values are not named, because lists of any length produce any number of texts. */
const MAX_VALUES = 40;

/** The statement names of one pool: its connections run the same statements, another database's do not. */
class Names {
  private readonly names = new Map<string, string>();
  private readonly seen = new Map<string, number>();

  of(text: string): string | undefined {
    const { names, seen } = this;
    const known = names.get(text);
    if (known || names.size >= MAX_NAMED) return known;
    const uses = (seen.get(text) ?? 0) + 1;
    if (uses < USES_UNTIL_NAMED) {
      if (seen.size >= MAX_SEEN) seen.clear();
      seen.set(text, uses);
      return undefined;
    }
    seen.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  }
}

/** True if the schema changed under a prepared plan, because a newer server has migrated. */
const isPlanStale = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message);

/**
 * Combines statements that are sent together into one write: each write wakes the database's process, which costs as
 * much as a small statement.
 */
function gather(stream: Writable): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type Query = (...args: unknown[]) => unknown;

/** Fails everything waiting on this connection, even if the network has not reported an error. */
export function failPending(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
}

/** The connections of one pool, including those being opened. */
export interface Connections {
  all: Set<pg.Client>;
  /** While the database does not answer, no connection is opened. */
  isAway: boolean;
  /** Called with each statement. Returns a function to call when it has been answered. */
  trace?: ((text: string) => ((error?: unknown) => void) | undefined) | undefined;
}

/** Calls `ended` with the answer of a statement, which comes by a promise or to the callback in the last argument. */
function traced(run: Query, args: unknown[], ended: (error?: unknown) => void): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const answered = (error: unknown, ...rest: unknown[]) => {
      ended(error ?? undefined);
      (callback as Query)(error, ...rest);
    };
    return run(...args.slice(0, -1), answered);
  }
  const answer = run(...args) as Promise<unknown>;
  answer.then(() => ended(), ended);
  return answer;
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text ?? '');

/**
 * The client class of a pool.
 *
 * @param place  where a new connection goes, if that can change
 */
export function preparingClient(
  connections: Connections,
  place?: () => { host: string; port: number },
): typeof pg.Client {
  const names = new Names();
  return class PreparingClient extends pg.Client {
    // oxlint-disable-next-line typescript/no-explicit-any -- the pool calls it with a callback, others without one.
    override connect(...args: any[]): any {
      if (place) Object.assign(this, place());
      connections.all.add(this);
      this.once('end', () => connections.all.delete(this));
      const opening = (super.connect as Query).apply(this, args);
      if (connections.isAway) failPending(this);
      return opening;
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- pg overloads this in nine ways; only one of them is changed.
    override query(...args: any[]): any {
      gather((this as unknown as { connection: { stream: Writable } }).connection.stream);
      const plain = super.query.bind(this) as Query;
      const ended = connections.trace?.(textOf(args[0]));
      const query: Query = ended ? (...all) => traced(plain, all, ended) : plain;
      const [text, values] = args as [unknown, unknown];
      if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || values.length > MAX_VALUES) {
        return query(...args);
      }
      const name = names.of(text);
      if (!name) return query(text, values);
      return (query({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
        // A plan belongs to its connection, which is ended; the pool opens another one.
        if (isPlanStale(error)) void this.end();
        throw error;
      });
    }
  };
}

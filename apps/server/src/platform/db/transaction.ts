import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './types.ts';

/**
 * The connection was lost after the commit was sent and before it was answered: the change may have been committed.
 * `cause` is the error that ended it.
 */
export class OutcomeUnknown extends Error {}

/** What a transaction comes to. */
export interface Ending<T> {
  answer: T;
  /** Written last, in this order. */
  last: readonly CompiledQuery[];
  /** Told the answer to the first of these, which comes before it is committed. */
  heard?: (result: pg.QueryResult) => void;
}

/**
 * One transaction on a connection of its own. A trip to the database costs more than most statements do, so nothing
 * waits that need not: `begin` goes out with the first statement, what is asked side by side is sent side by side and
 * answered in order, and `commit` goes out with the last statements. What `trail` sends goes out in its place among the
 * others, and its answer is not waited for until the end. (Decision 0015.)
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  run: (tx: Transaction<DB>, trail: (query: CompiledQuery) => void) => Promise<Ending<T>>,
): Promise<{ answer: T; results: pg.QueryResult[] }> {
  const client = await pool.connect();
  const begun = client.query('begin');
  // If it failed, every statement after it fails as well, and its caller gets that error.
  begun.catch(() => undefined);
  const send = ({ sql, parameters }: CompiledQuery) => client.query(sql, [...parameters]);
  const trailing: Promise<unknown>[] = [];
  let isCommitSent = false;
  const trail = (query: CompiledQuery) => {
    const sent = send(query);
    // Told at the end; until then nobody listens.
    sent.catch(() => undefined);
    trailing.push(sent);
  };
  try {
    const { answer, last, heard } = await run(transactionOn(client), trail);
    const sent = last.map(send);
    if (heard) sent[0]?.then(heard, () => undefined);
    isCommitSent = true;
    const [results, commit] = await Promise.all([Promise.all(sent), client.query('commit'), ...trailing]);
    // A statement failed, and its caller ignored the error.
    if (commit.command !== 'COMMIT') throw new Error('A failed statement has undone the transaction.');
    client.release();
    return { answer, results };
  } catch (error) {
    // What is still on its way is answered before this is.
    const isLost = await client.query('rollback').then(
      () => {
        client.release();
        return false;
      },
      (lost: Error) => {
        client.release(lost);
        return true;
      },
    );
    throw isLost && isCommitSent ? new OutcomeUnknown('the commit was not answered', { cause: error }) : error;
  }
}

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its connection')) });
const driver = dialect.createDriver();
const compiler = dialect.createQueryCompiler();
const adapter = dialect.createAdapter();

/** Kysely on one connection, without Kysely's own queue before it. */
function transactionOn(client: pg.PoolClient): Transaction<DB> {
  const line = new Line(client);
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(line) });
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor });
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class Line implements DatabaseConnection {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query(sql, parameters as unknown[]);
    return {
      rows: rows as R[],
      ...(CHANGING.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }
  streamQuery(): never {
    throw new Error('Rows are not streamed within a transaction.');
  }
}

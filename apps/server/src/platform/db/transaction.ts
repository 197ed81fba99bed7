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
 * `cause` is the original error.
 */
export class OutcomeUnknown extends Error {}

/** The outcome of a transaction's function. */
export interface TransactionOutcome<T> {
  answer: T;
  /** Statements to run last, in this order. */
  last: readonly CompiledQuery[];
  /** Receives the first one's result, which arrives before the commit. */
  onResult?: (result: pg.QueryResult) => void;
}

/**
 * One transaction on a connection of its own. A round trip to the database costs more than most statements, so nothing
 * waits unnecessarily: `begin` is sent with the first statement, parallel statements are sent together and answered in
 * order, and `commit` is sent with the last statements. `trail` sends a statement in its place among the others without
 * waiting for its answer until the end. (Decision 0015.)
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  run: (tx: Transaction<DB>, trail: (query: CompiledQuery) => void) => Promise<TransactionOutcome<T>>,
): Promise<{ answer: T; results: pg.QueryResult[] }> {
  const client = await pool.connect();
  const begun = client.query('begin');
  // If `begin` failed, every statement after it fails as well, and its caller gets that error.
  begun.catch(() => undefined);
  const send = ({ sql, parameters }: CompiledQuery) => client.query(sql, [...parameters]);
  const trailing: Promise<unknown>[] = [];
  let isCommitSent = false;
  const trail = (query: CompiledQuery) => {
    const sent = send(query);
    // An error is reported at the end. Until then it must not count as unhandled.
    sent.catch(() => undefined);
    trailing.push(sent);
  };
  try {
    const { answer, last, onResult } = await run(transactionOn(client), trail);
    const sent = last.map(send);
    if (onResult) sent[0]?.then(onResult, () => undefined);
    isCommitSent = true;
    const [results, commit] = await Promise.all([Promise.all(sent), client.query('commit'), ...trailing]);
    // A statement failed, and its caller ignored the error.
    if (commit.command !== 'COMMIT') throw new Error('A failed statement has undone the transaction.');
    client.release();
    return { answer, results };
  } catch (error) {
    // Statements still in progress are answered before this one.
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

/** Kysely on one connection, without Kysely's own queue. */
function transactionOn(client: pg.PoolClient): Transaction<DB> {
  const line = new ClientConnection(client);
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(line) });
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor });
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class ClientConnection implements DatabaseConnection {
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

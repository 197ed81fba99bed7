/**
 * The number of these statements (calls of a spy on `pg.Client.prototype.query`) that the test itself causes. The
 * server also checks the database and compares the event log at any time.
 */
export const countStatements = (calls: readonly unknown[][]): number =>
  calls.filter(([query]) => {
    const text = typeof query === 'string' ? query : String((query as { text?: string } | undefined)?.text);
    return text !== 'select 1' && !text.includes('pg_current_snapshot');
  }).length;

import type { Fault } from './fault.ts';
import { Cleanup, check, startDatabase, startServer } from './support.ts';

/** A second server is started on a database in use. */
export const fault: Fault = {
  name: 'second-server',
  promise: 'A second server on one database refuses to start; after a crash of the first one it starts.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const database = await startDatabase(cleanup);
      const first = await startServer(cleanup, { DATABASE_URL: database.url });
      const second = await startServer(cleanup, { DATABASE_URL: database.url }, 20_000);
      check(second.child.exitCode === 1, `the second one ended with ${second.child.exitCode}`);
      const sentence = second.output().trim();
      check(/^Another Atrium server is already using this database\. .+\.$/.test(sentence), `it said: ${sentence}`);
      check((await fetch(`${first.base}/health/ready`)).ok, 'the first one does not serve any more');
      await first.end('SIGKILL');
      const began = Date.now();
      const third = await startServer(cleanup, { DATABASE_URL: database.url });
      check((await fetch(`${third.base}/health/ready`)).ok, 'it does not start after a crash');
      return `refused in one sentence; after kill -9 the next one was ready in ${Date.now() - began} ms`;
    } finally {
      await cleanup.run();
    }
  },
};

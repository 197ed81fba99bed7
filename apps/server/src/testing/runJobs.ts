import { runOnce } from 'graphile-worker';
import { modules } from '../modules/modules.ts';
import { jobsOf } from '../platform/jobs.ts';
import type { TestServer } from './world.ts';

/** Runs all jobs that are due now. */
export async function runJobs({ app }: TestServer): Promise<void> {
  await runOnce({ pgPool: app.pool, taskList: jobsOf(app, modules), noHandleSignals: true });
}

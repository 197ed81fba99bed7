import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, NotPossibleHere } from './fault.ts';
import { Stage } from './stage.ts';
import { Cleanup, check, tempFolder } from './support.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The releases run side by side for this long after each step. */
const TOGETHER_MS = 3000;

/**
 * Nodes of the previous release are replaced one by one while people write and listen, and one is put back, as after a
 * regretted upgrade. The previous release is the commit before the last change of the schema, or that change if it
 * replaced the migrations; `ATRIUM_PREVIOUS` names another.
 */
export const fault: Fault = {
  name: 'upgrade',
  promise: 'Three nodes are upgraded one by one: releases run side by side, and nothing is lost, missed or doubled.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const { previous, commit } = await previousRelease(cleanup);
      const stage = await Stage.open(cleanup, previous);
      await sleep(TOGETHER_MS);
      for (const [node, release] of [
        [0, root],
        [1, root],
        [0, previous],
        [2, root],
        [0, root],
      ] as const) {
        const before = stage.reconnects;
        await stage.restart(node, 'SIGTERM', release);
        await sleep(TOGETHER_MS);
        const most = Math.max(...stage.reconnects.map((count, client) => count - (before[client] ?? 0)));
        check(most <= 1, `a client connected again ${most} times while one node was replaced`);
      }
      return `from ${commit}: ${await stage.judge()}`;
    } finally {
      await cleanup.run();
    }
  },
};

async function previousRelease(cleanup: Cleanup): Promise<{ previous: string; commit: string }> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  let commit: string;
  try {
    const changed = git('log', '-1', '--format=%H', '--', 'apps/server/migrations');
    const before = `${changed}~1`;
    const itsMigrations = git('ls-tree', '--name-only', before, 'apps/server/migrations/').split('\n');
    // A server whose migrations are gone does not run on this schema.
    const chosen = itsMigrations.every((file) => existsSync(path.join(root, file))) ? before : changed;
    // oxlint-disable-next-line node/no-process-env -- a choice of the person who runs it.
    commit = git('rev-parse', '--short', '--verify', process.env['ATRIUM_PREVIOUS'] ?? chosen);
  } catch {
    throw new NotPossibleHere('this checkout has no history with an earlier release');
  }
  const previous = path.join(await tempFolder(cleanup), 'previous');
  git('worktree', 'add', '--detach', previous, commit);
  cleanup.add(() => git('worktree', 'remove', '--force', previous));
  // Links would lead its packages to this release's.
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), path.join(previous, 'node_modules')]);
  return { previous, commit };
}

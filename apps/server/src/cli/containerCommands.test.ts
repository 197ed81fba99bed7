import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = Object.keys(scripts).filter((name) => scripts[name]?.includes('apps/server/src/cli/'));

// An unknown word would start a second server.
test.for(commands)('a container, which has no npm, runs the command too: %s', async (command) => {
  const words = [path.join(root, 'deploy/start.mjs'), command, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, words).catch((error: { stdout: string }) => error);
  expect(stdout).toContain(`npm run ${command}`);
});

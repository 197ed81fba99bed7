import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { root } from './repository.mjs';

/** A reader takes in that many names at a glance. */
const MOST_FILES = 25;

/** Folders of code with more files than a reader takes in, as sentences. */
export function crowdedFolders() {
  const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'e2e', 'bench', 'scripts'], { cwd: root });
  const counts = new Map();
  for (const file of files.toString().split('\n')) {
    if (/\.(ts|tsx|mjs|css)$/.test(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(
      ([folder, count]) => `${folder} holds ${count} files, and ${MOST_FILES} is the limit: sort them into folders.`,
    );
}

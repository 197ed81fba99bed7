import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, root, trackedFiles } from './repository.mjs';

/** The number of names that a reader takes in at a glance. */
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

/** Files that differ from `main`, or on `main` from its last commit, including untracked ones. */
export function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root }).toString().trim();
  const isMain = ['main', 'HEAD'].includes(git('rev-parse', '--abbrev-ref', 'HEAD'));
  const since = isMain ? 'HEAD' : git('merge-base', 'main', 'HEAD');
  const listed = [
    git('diff', '--name-only', '--diff-filter=d', since),
    git('ls-files', '--others', '--exclude-standard'),
  ];
  return { since, files: listed.flatMap((text) => text.split('\n')).filter(Boolean) };
}

const PATH = String.raw`[\w.-]+\.(?:ts|tsx|mjs|css|sql|md)`;
/** In documents paths are in backticks, in comments of code some are not. */
const IN_DOCUMENTS = new RegExp(`\`([\\w./-]+/${PATH})\``, 'g');
const IN_COMMENTS = new RegExp(`\`((?:[\\w.-]+/)*${PATH})\`|(?<![\\w./*:-])((?:[\\w.-]+/)+${PATH})`, 'g');

/** Paths in documents and comments that do not exist, as sentences. A path may omit leading folders. */
export function deadPaths() {
  const files = trackedFiles().map((file) => `/${file}`);
  const missing = (where, text, pattern) =>
    [...text.matchAll(pattern)]
      .map(([, quoted, plain]) => (quoted ?? plain).replace(/^(\.\.?\/)+/, ''))
      .filter((path) => !path.includes('NNNN') && !files.some((file) => file.endsWith(`/${path}`)))
      .map((path) => `${where} names ${path}, which does not exist.`);
  const documents = trackedFiles('*.md').flatMap((file) =>
    missing(file, readFileSync(inRoot(file), 'utf8'), IN_DOCUMENTS),
  );
  const comments = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.sql').flatMap((file) => {
    const lines = readFileSync(inRoot(file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const comment = /^\s*(?:\/?\*|\/\/|--)(.*)$/.exec(line)?.[1];
      return comment ? missing(`${file}:${index + 1}`, comment, IN_COMMENTS) : [];
    });
  });
  return [...documents, ...comments];
}

const DECISION_LINES = 40;
const DECISION_PARTS = ['Context', 'Decision', 'Alternatives', 'Consequences'];

/**
 * Decisions that do not follow their template (`docs/decisions/README.md`) or are missing in its list, as sentences.
 */
export function untidyDecisions() {
  const folder = 'docs/decisions/';
  const list = readFileSync(inRoot(`${folder}README.md`), 'utf8').replace(/ +/g, ' ');
  const files = execFileSync('git', ['ls-files', folder], { cwd: root }).toString().trim().split('\n');
  return files
    .filter((file) => /\/\d{4}-[\w-]+\.md$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(inRoot(file), 'utf8');
      const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part);
      const [, title] = /^# \d{4} (.+)$/m.exec(text) ?? [];
      return [
        ...(text.trimEnd().split('\n').length > DECISION_LINES
          ? [`${file} has more than ${DECISION_LINES} lines.`]
          : []),
        ...(parts.join() === DECISION_PARTS.join()
          ? []
          : [`${file} has other parts than ${DECISION_PARTS.join(', ')}.`]),
        ...(title && list.includes(`](${file.slice(folder.length)}) | ${title} |`)
          ? []
          : [`${folder}README.md does not list ${file}.`]),
      ];
    });
}

// Checks commit messages: `--file <path>` for the one being written, otherwise the latest commits.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SUBJECT = /^[a-z0-9][\w ,/.-]*: [A-Z`"“].*\.$/;
const SUBJECT_CHARS = 72;
/** Earlier ones were checked when they were the latest, and counting the lines of a thousand takes seconds. */
const LATEST = 200;
/** From this many changed lines on, a body must say why. */
const LINES_WITHOUT_BODY = 30;
/** Commits from then on are held to one idea: an "and" before a verb joins two. */
const ONE_IDEA_SINCE = new Date('2026-11-25T12:00:00Z');
const VERBS =
  'add|allow|answer|archive|ask|bring|build|carry|change|check|choose|clear|close|collect|convert|copy|cut|delete|describe|draw|drop|enable|explain|extract|fetch|find|fix|fold|follow|give|hide|hold|import|improve|keep|let|limit|load|make|mark|measure|mend|merge|move|open|pass|prove|put|raise|read|refuse|reject|remove|rename|repair|replace|require|reset|restore|retry|return|rewrite|run|say|send|shorten|show|sort|speed|split|start|stop|store|take|tell|translate|try|turn|update|upgrade|use|wait|warn|write';
const TWO_IDEAS = new RegExp(`\\band (then )?(${VERBS})\\b`);

/** Before each commit in the output of git. */
const START = '\u0001';

const cwd = import.meta.dirname;
const git = (...args) =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/**
 * The problems of a message, as sentences.
 *
 * @param {number} changed  lines of the commit, added and removed
 */
export function problemsOf(message, changed, writtenAt = new Date()) {
  const [subject = '', blank = '', ...rest] = message
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.trimEnd());
  if (/^(Merge|Revert) /.test(subject)) return [];
  const problems = [];
  if (subject.length > SUBJECT_CHARS)
    problems.push(`The subject has ${subject.length} characters; ${SUBJECT_CHARS} is the limit.`);
  if (!SUBJECT.test(subject)) problems.push('The subject must read `area: Imperative sentence.`');
  if (subject.includes(';')) problems.push('One idea per commit: the subject has a semicolon.');
  if (writtenAt >= ONE_IDEA_SINCE && TWO_IDEAS.test(subject))
    problems.push('One idea per commit: the subject joins two with "and".');
  if (blank !== '') problems.push('The line after the subject must be empty.');
  if (changed > LINES_WITHOUT_BODY && rest.join('').trim() === '')
    problems.push(`A change of ${changed} lines needs a body that says why.`);
  return problems;
}

const linesIn = (numstat) =>
  numstat
    .split('\n')
    .flatMap((line) => line.split('\t').slice(0, 2))
    .reduce((sum, count) => sum + (Number(count) || 0), 0);

/** The latest commits after the one that added this file, newest first. Empty without a history. */
function commitsToCheck() {
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', fileURLToPath(import.meta.url))
      .split('\n')
      .at(-1);
    if (!first) return [];
    const format = `--format=${START}%H%x00%aI%x00%B%x00`;
    return git('log', '--no-merges', `--max-count=${LATEST}`, '--numstat', format, `${first}..HEAD`)
      .split(START)
      .slice(1)
      .map((entry) => {
        const [hash = '', writtenAt = '', message = '', numstat = ''] = entry.split('\0');
        return { hash, message: message.trim(), writtenAt: new Date(writtenAt), changed: linesIn(numstat) };
      });
  } catch {
    return [];
  }
}

export function check() {
  const commits = commitsToCheck();
  const problems = commits.flatMap(({ hash, message, changed, writtenAt }) =>
    problemsOf(message, changed, writtenAt).map(
      (problem) => `${hash.slice(0, 8)} ${message.split('\n')[0]}\n  ${problem}`,
    ),
  );
  return { checked: commits.length, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , option, file] = process.argv;
  const problems =
    option === '--file'
      ? problemsOf(readFileSync(file, 'utf8'), linesIn(git('diff', '--cached', '--numstat')))
      : check().problems;
  for (const problem of problems) console.error(problem);
  process.exit(problems.length ? 1 : 0);
}

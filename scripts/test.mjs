// `npm test`: a fresh clone tests itself, with nothing but Node. `--full` adds whole servers and journeys in a browser, as
// CI does, `--only types,lint` runs some stages, `--changed` what the change since main touches, `--long` many random
// histories and line coverage. The last line is the sum.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { temporaryFolder } from './lib/memoryFolder.mjs';
import { openly, quietly } from './lib/process.mjs';
import { exitOnRefusal, inRoot, pinnedNode, Refused, root } from './lib/repository.mjs';

const leastLines = 85;
const stageMs = 15 * 60_000;
const reports = inRoot('coverage', 'reports');
const outsideOfTests = 'an error outside of any test, or a crash: see above';
/** Tests of screens and sockets get a second attempt in CI, and are listed if they needed it. */
const tries = process.env.CI ? 2 : 1;
const temporary = temporaryFolder();
/** Maximum number of files with a second attempt; more failures are no coincidence. */
const mostAgain = 4;
const secondTry = [];
/** The failures by stage: repeated above the sum, because often only the end of a long log is stored. */
const failures = [];

void exitOnRefusal(async () => {
  const args = process.argv.slice(2);
  const isOfChange = args.includes('--changed');
  if (args.includes('--long')) process.env.ATRIUM_LONG = 'yes';
  // A change to backups is tested with backups.
  if (args.includes('--full') || isOfChange) process.env.ATRIUM_FULL = 'yes';
  const stages = isOfChange ? await ofChange() : selected(args.filter((arg) => !['--full', '--long'].includes(arg)));
  const { ensureInstalled } = await import('./lib/install.mjs');
  await ensureInstalled();
  mkdirSync(reports, { recursive: true });

  const sum = { passed: 0, failed: 0 };
  const ahead = new Map();
  for (const [name, run] of stages) if (besideEachOther.has(name)) ahead.set(name, timed(run));
  if (stages.some(([name]) => name === 'browser')) beginWebBuild();
  await Promise.all(ahead.values());
  for (const [name, run] of stages) {
    const { result, ms } = await (ahead.get(name) ?? timed(run));
    failures.push(...(result.failures ?? []).map((what) => `${name}: ${what}`));
    sum.passed += result.passed;
    sum.failed += result.failed;
    const words = [`${result.passed} passed`, result.failed && `${result.failed} FAILED`, result.note].filter(Boolean);
    console.log(`${name.padEnd(12)} ${words.join(', ')} (${(ms / 1000).toFixed(1)} s)`);
  }
  if (secondTry.length) console.log(`\nPassed on the second try only, a bug each:\n${secondTry.join('\n')}`);
  if (failures.length) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed ? 1 : 0;
});

/** Compilers use one core most of the time. */
const besideEachOther = new Set(['lint', 'types', 'boundaries', 'deadcode', 'audit', 'schema', 'commits', 'unit']);

/** The result of a stage and how long it took. */
async function timed(run) {
  const started = Date.now();
  const result = await run().catch((error) => {
    console.error(error instanceof Refused ? error.message : error);
    return failure(error instanceof Refused ? error.message : String(error));
  });
  return { result, ms: Date.now() - started };
}

function selected(args) {
  const at = args.indexOf('--only');
  const stages = {
    lint,
    types,
    boundaries,
    deadcode,
    audit,
    schema,
    commits,
    unit: () => onFreeCore(() => vitest('unit')),
    screens: () => vitest('screens', tries),
    server: () => vitest('server', tries),
    // The long ones; otherwise they are among the server tests.
    random: () => vitest('random'),
    browser,
  };
  const all = Object.keys(stages);
  const wanted =
    at < 0
      ? isLong()
        ? ['server', 'random', 'browser']
        : all.filter((name) => name !== 'random' && (isFull() || name !== 'browser'))
      : (args[at + 1] ?? '').split(',').filter(Boolean);
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length || wanted.length === 0)
    throw new Refused(`Stages are ${all.join(', ')}; not ${unknown.join(', ') || 'none'}.`);
  return all.filter((name) => wanted.includes(name)).map((name) => [name, stages[name]]);
}

/**
 * Stages for what differs from `main`, or from the last commit on `main` itself: all types, and the lint rules, screens
 * and tests of what changed. Server tests are those of the changed folders, because every one of them starts the whole
 * server.
 */
async function ofChange() {
  const { changedFiles } = await import('./lib/folders.mjs');
  const { since, files } = changedFiles();
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const styled = files.filter((file) => /\.(ts|tsx|mjs|css|json)$/.test(file));
  const folders = [...new Set(code.filter((file) => file.startsWith('apps/server/src/')).map(moduleOf))];
  const specs = code.filter((file) => file.endsWith('.spec.ts'));
  return [
    code.length > 0 && ['types', types],
    styled.length > 0 && ['lint', () => lint(styled, code)],
    code.length > 0 && ['boundaries', boundaries],
    files.some((file) => file.endsWith('.sql')) && ['schema', schema],
    code.length > 0 && ['unit', () => onFreeCore(() => vitest('unit', 1, ['--changed', since]))],
    code.length > 0 && ['screens', () => vitest('screens', tries, ['--changed', since])],
    folders.length > 0 && ['server', () => vitest('server', tries, folders)],
    specs.length > 0 && ['browser', () => browser(specs.map((file) => file.slice('e2e/'.length)))],
  ].filter(Boolean);
}

/** The folder of a server module, otherwise the file's own. */
function moduleOf(file) {
  return /^apps\/server\/src\/modules\/[^/]+\//.exec(file)?.[0] ?? `${dirname(file)}/`;
}

function isLong() {
  return process.env.ATRIUM_LONG === 'yes';
}

function isFull() {
  return process.env.ATRIUM_FULL === 'yes';
}

// --- stages ---------------------------------------------------------------------------------------------------------

/**
 * For programs in Go. Collecting garbage less often saves a fifth of the processor time. Type-aware rules take half of it
 * on one thread, because each thread infers the contract's types again.
 */
const hasMemory = totalmem() > 16 * 2 ** 30;
const COMPILER = hasMemory ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : { GOGC: '300' };
const LINTER = { ...COMPILER, GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 4))) };

function types() {
  // Each checker infers the contract's types again: four, the default, take twice the processor time of one.
  const tsc = (folder) => [tool('typescript', 'tsc'), '-p', folder, '--checkers', '1'];
  return checks([
    ['tsc', tsc('.'), COMPILER],
    existsSync(inRoot('apps/web/src')) && ['tsc apps/web', tsc('apps/web'), COMPILER],
    ['tsc apps/desktop', tsc('apps/desktop')],
    ['tsc apps/mobile', tsc('apps/mobile')],
    ['tsc apps/micro', tsc('apps/micro')],
  ]);
}

/** For these files, or all by default. */
function lint(styled = [], code = []) {
  const biome = ['ci', '--colors=off', '--max-diagnostics=50', '--no-errors-on-unmatched', ...styled];
  return checks([
    // The longest of all checks begins first.
    ['oxlint', [tool('oxlint', 'oxlint'), '--type-aware', '--deny-warnings', '--format=unix', ...code], LINTER],
    ['biome', [tool('@biomejs/biome', 'biome'), ...biome]],
  ]);
}

async function boundaries() {
  const folders = ['apps', 'packages', 'e2e', 'bench'].filter((name) => existsSync(inRoot(name)));
  const cruise = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...folders];
  // Asked for a core before the checks below run: the last check in the queue ends last, with the other core idle.
  const cruised = checks([
    ['dependency-cruiser', [tool('dependency-cruiser', 'depcruise'), ...cruise]],
    ['docs/performance.md', [inRoot('bench/performance.ts'), '--check']],
  ]);
  const { crowdedFolders, deadPaths, untidyDecisions } = await import('./lib/folders.mjs');
  const { ruledOutUses } = await import('./lib/glossary.mjs');
  const { specCoverage } = await import('./specCoverage.mjs');
  const problems = [
    ...crowdedFolders(),
    ...deadPaths(),
    ...untidyDecisions(),
    ...ruledOutUses(),
    ...specCoverage().problems,
  ];
  for (const sentence of problems) console.log(sentence);
  const { passed, failed, failures } = await cruised;
  return {
    passed: passed + (problems.length ? 0 : 1),
    failed: failed + (problems.length ? 1 : 0),
    failures: [...problems, ...failures],
  };
}

function deadcode() {
  return checks([['knip', [tool('knip', 'knip'), '--no-progress']]]);
}

/**
 * Known vulnerabilities in shipped packages. A registry that does not answer audits (a mirror, no network) proves
 * nothing.
 */
async function audit() {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
  const { output } = await quietly('npm', args, { cwd: root, env: environment(), timeoutMs: stageMs });
  const found =
    /"vulnerabilities":\s*\{\s*"info":\s*\d+,\s*"low":\s*\d+,\s*"moderate":\s*\d+,\s*"high":\s*(\d+),\s*"critical":\s*(\d+)/.exec(
      output,
    );
  if (!found) return { passed: 0, failed: 0, note: 'the registry does not answer audits' };
  const holes = Number(found[1]) + Number(found[2]);
  if (holes > 0) console.log(`\nnpm audit:\n${output.slice(0, 8000)}`);
  return holes ? failure(`${holes} packages with known vulnerabilities`) : { passed: 1, failed: 0 };
}

function schema() {
  return checks([['schema', [inRoot('apps/server/src/cli/schema.ts'), '--check']]]);
}

/** Messages of the commits since they are checked. */
async function commits() {
  const { check } = await import('./commits.mjs');
  const { checked, problems } = check();
  for (const problem of problems) console.log(problem);
  const note = `${checked} commits`;
  return { passed: problems.length ? 0 : 1, failed: problems.length ? 1 : 0, note, failures: problems };
}

async function vitest(project, atMost = 1, only = []) {
  // Coverage takes a quarter of the server tests' time: `npm run test:long` measures it.
  const measured = project === 'server' && isLong();
  const first = await vitestRun(project, measured ? ['--coverage', ...only] : only);
  let { outcomes, code, unhandled } = first;
  const failedIn = (some) => [...some].filter(([, { status }]) => status === 'failed').map(([name]) => name);
  const failed = failedIn(outcomes);
  const files = [...new Set(failed.map((name) => outcomes.get(name).file))];
  // In a separate process, without state left by other files.
  if (code !== 0 && atMost > 1 && files.length > 0 && files.length <= mostAgain) {
    const again = await vitestRun(project, files);
    outcomes = new Map([...[...outcomes].filter(([, { file }]) => !files.includes(file)), ...again.outcomes]);
    ({ code, unhandled } = again);
    const still = new Set(failedIn(outcomes));
    secondTry.push(...failed.filter((name) => !still.has(name)).map((name) => `${project}: ${name}`));
  }
  const count = (wanted) => [...outcomes.values()].filter(({ status }) => status === wanted).length;
  const result = { passed: count('passed'), failed: count('failed'), note: '', failures: failedIn(outcomes) };
  if (code !== 0 && result.failed === 0) Object.assign(result, { failed: 1, failures: [outsideOfTests] });
  result.failures.push(...unhandled);
  if (measured) coverage(result);
  return result;
}

/** The outcome of each test, by file and name, and the errors outside of any test. */
async function vitestRun(project, more) {
  const report = join(reports, `${project}.json`);
  const unhandledReport = join(reports, `${project}.unhandled.json`);
  for (const file of [report, unhandledReport]) rmSync(file, { force: true });
  const { code } = await openly(
    pinnedNode(),
    [
      ...[tool('vitest', 'vitest'), 'run', '--passWithNoTests', '--project', project],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      `--reporter=${inRoot('scripts/lib/unhandledErrors.mjs')}`,
      ...more,
    ],
    {
      cwd: root,
      env: {
        ...environment(),
        ATRIUM_UNHANDLED: unhandledReport,
        // Functions from the cache are counted less exactly.
        ...(more.includes('--coverage') && { NODE_DISABLE_COMPILE_CACHE: '1' }),
      },
      timeoutMs: stageMs,
    },
  );
  const outcomes = new Map();
  if (existsSync(report))
    for (const { name: file, status, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
      // A file that fails to load has no tests.
      if (assertionResults.length === 0) outcomes.set(file, { file, status });
      for (const test of assertionResults)
        outcomes.set(`${relative(root, file)} > ${test.fullName}`, { file, status: test.status });
    }
  const unhandled = existsSync(unhandledReport) ? JSON.parse(readFileSync(unhandledReport, 'utf8')) : [];
  return { code, outcomes, unhandled };
}

function coverage(result) {
  const summary = inRoot('coverage/coverage-summary.json');
  const lines = existsSync(summary) ? JSON.parse(readFileSync(summary, 'utf8')).total.lines.pct : 0;
  const enough = lines >= leastLines;
  result[enough ? 'passed' : 'failed'] += 1;
  if (!enough) result.failures.push(`server lines covered ${lines} %`);
  result.note = `server lines covered ${lines} %${enough ? '' : `, wanted ${leastLines} %`}`;
}

let webBuilt;

/** Journeys need the web client: it is built while the other checks run. */
function beginWebBuild() {
  webBuilt = onFreeCore(async () => {
    const { ensureWebBuilt } = await import('./lib/build.mjs');
    await ensureWebBuilt();
  });
  // The stage reports a failure.
  webBuilt.catch(() => undefined);
}

/** These journeys, or all by default. */
async function browser(specs = []) {
  if (!anyFile(inRoot('e2e'), /\.spec\.ts$/)) return { passed: 0, failed: 0, note: 'no journeys yet' };
  await webBuilt;
  let result = await playwrightRun(specs);
  const { failures: failed } = result;
  // One after the other, without the load of the others.
  if (tries > 1 && result.failed > 0 && result.failed <= mostAgain && failed.length === result.failed) {
    const again = await playwrightRun([...specs, '--last-failed', '--workers=1']);
    result = { ...again, passed: result.passed + again.passed };
    const passed = failed.filter((name) => !again.failures.includes(name));
    if (!again.failures.includes(outsideOfTests)) secondTry.push(...passed.map((name) => `browser: ${name}`));
  }
  return result;
}

async function playwrightRun(more) {
  const report = join(reports, 'playwright.json');
  rmSync(report, { force: true });
  const { code } = await openly(
    pinnedNode(),
    [tool('@playwright/test', 'playwright'), 'test', '--reporter=list,json', ...more],
    { cwd: inRoot('e2e'), env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }, timeoutMs: stageMs },
  );
  const result = { passed: 0, failed: 0, failures: [] };
  if (existsSync(report)) {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
    result.failures.push(...journeysThatFailed(suites));
    result.passed = stats.expected;
    result.failed = stats.unexpected;
  }
  if (code !== 0 && result.failed === 0) Object.assign(result, { failed: 1, failures: [outsideOfTests] });
  return result;
}

function journeysThatFailed(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} > ${title}`),
    ...journeysThatFailed(inner),
  ]);
}

// --- helpers --------------------------------------------------------------------------------------------------------

/** The result of a stage that has one thing to prove and failed. */
function failure(what) {
  return { passed: 0, failed: 1, failures: [what] };
}

async function checks(list) {
  const result = { passed: 0, failed: 0, failures: [] };
  const outcomes = list.filter(Boolean).map(([name, args, variables]) =>
    onFreeCore(async () => {
      const env = { ...environment(), ...variables };
      const outcome = await quietly(pinnedNode(), args, { cwd: root, env, timeoutMs: stageMs });
      return { name, ...outcome };
    }),
  );
  for (const { name, code, output } of await Promise.all(outcomes)) {
    if (code === 0) {
      result.passed += 1;
      continue;
    }
    result.failed += 1;
    result.failures.push(name);
    const lines = output.trim().split('\n');
    console.log(`\n${name}:\n${lines.slice(0, 200).join('\n')}`);
    if (lines.length > 200) console.log(`... and ${lines.length - 200} lines more`);
  }
  return result;
}

let freeCores = availableParallelism();
const waiting = [];

/** Runs it when a core is free, in the order of the calls: a compiler takes one. */
async function onFreeCore(run) {
  if (freeCores > 0) freeCores -= 1;
  else await new Promise((resolve) => waiting.push(resolve));
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else freeCores += 1;
  }
}

/** The script behind a package's command, to be run by the pinned Node, even if the PATH has another one. */
function tool(name, command) {
  const folder = inRoot('node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

function environment() {
  // Tools that start `node` themselves get the pinned one too.
  const { FORCE_COLOR: _, ...rest } = process.env;
  return {
    // Tests start the server and its commands a hundred times: compiling them takes longer than running them.
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/node'),
    ...(temporary && { TMPDIR: temporary }),
    ...rest,
    NO_COLOR: '1',
    PATH: `${inRoot('node_modules/.bin')}:${process.env.PATH}`,
  };
}

function anyFile(folder, pattern) {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? !['node_modules', 'dist'].includes(entry.name) && anyFile(join(folder, entry.name), pattern)
      : pattern.test(entry.name),
  );
}

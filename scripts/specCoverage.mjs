// Lists the statements of docs/spec that a test claims to prove, by `// covers A4-12, C4-05..C4-08` on the line above
// it. Without arguments it prints a table of the areas; with areas or ids (`bots`, `B4`) the statements that no test
// claims. Exit code 1 where a test claims a statement that does not exist.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inRoot, trackedFiles } from './lib/repository.mjs';

/** Statements by id, in order, with their area and text. */
function readSpec() {
  const statements = [];
  for (const file of readdirSync(inRoot('docs/spec')).filter((name) => name !== 'README.md')) {
    const area = file.replace('.md', '');
    for (const [, id, text] of readFileSync(inRoot('docs/spec', file), 'utf8').matchAll(
      /^- \*\*([A-C]\d-\d\d)\*\* (.+)$/gm,
    ))
      statements.push({ id, area, text });
  }
  return statements.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isPlanned = (text) => text.endsWith(' *Not built.*');

/** @returns claimed ids, and claims of missing ids, as sentences */
export function specCoverage() {
  const statements = readSpec();
  const places = new Map(statements.map(({ id }, at) => [id, at]));
  const [claimed, problems] = [new Set(), []];
  for (const file of trackedFiles('*.test.ts', '*.test.tsx', '*.spec.ts')) {
    for (const [, list] of readFileSync(inRoot(file), 'utf8').matchAll(/\/\/ covers ([A-Z0-9\-., ]+)/g)) {
      for (const item of list
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)) {
        const [first, last = first] = item.split('..').map((id) => places.get(id));
        if (first === undefined || last === undefined || last < first) problems.push(`${file}: no statement ${item}.`);
        else
          for (const { id, text } of statements.slice(first, last + 1)) {
            claimed.add(id);
            if (isPlanned(text)) problems.push(`${file} claims ${id}, which docs/spec marks as not built.`);
          }
      }
    }
  }
  return { statements, claimed, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { statements, claimed, problems } = specCoverage();
  const wanted = process.argv.slice(2);
  const isWanted = ({ id, area }) => wanted.some((each) => each === area || id.startsWith(each));
  for (const { id, text } of statements.filter((each) => isWanted(each) && !claimed.has(each.id)))
    console.log(`${id}  ${text}`);
  const count = (some) => `${some.filter(({ id }) => claimed.has(id)).length} of ${some.length}`;
  if (wanted.length === 0) {
    for (const [area, some] of Map.groupBy(statements, (each) => each.area))
      console.log(`${area.padEnd(12)}${count(some)}`);
    const planned = statements.filter(({ text }) => isPlanned(text)).length;
    console.log(`${'in all'.padEnd(12)}${count(statements)}, ${planned} not built`);
  }
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from './repository.mjs';

const GLOSSARY = 'docs/glossary.md';
/** Pages about words. */
const EXEMPT = new Set([GLOSSARY, 'docs/writing.md']);

/** The words that the glossary rules out everywhere: entries of its column "not" without an explanation. */
export function ruledOutWords() {
  return readFileSync(inRoot(GLOSSARY), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .flatMap((line) => (line.split('|')[3] ?? '').replaceAll(/[^,]*\([^)]*\)/g, '').split(','))
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Ruled-out words in file names, documents and English texts, as sentences. */
export function ruledOutUses() {
  const words = ruledOutWords();
  const pattern = new RegExp(`\\b(${words.join('|')})s?\\b`, 'i');
  const list = (...patterns) =>
    execFileSync('git', ['ls-files', ...patterns], { cwd: inRoot('.'), encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  const found = [];
  const look = (where, text) => {
    const word = pattern.exec(text)?.[0];
    if (word) found.push(`${where}: “${word}” is ruled out by ${GLOSSARY}.`);
  };
  for (const file of list('apps', 'packages', 'bench', 'e2e', 'scripts', 'docs'))
    look(
      `The name of ${file}`,
      basename(file)
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll(/[._]/g, ' '),
    );
  for (const file of list('*.md').filter((each) => !EXEMPT.has(each)))
    for (const [index, line] of readFileSync(inRoot(file), 'utf8').split('\n').entries())
      look(`${file}:${index + 1}`, line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''));
  for (const file of list('packages/i18n/src/catalogs/en/*.json'))
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(inRoot(file), 'utf8')))) look(key, text);
  return found;
}

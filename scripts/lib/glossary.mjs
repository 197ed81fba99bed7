import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot, trackedFiles } from './repository.mjs';

const GLOSSARY = 'docs/glossary.md';
/** Pages about words. */
const EXEMPT = new Set([GLOSSARY, 'docs/writing.md']);

/**
 * The places in which a word is ruled out, by the explanation behind it. Other explanations name a sense, which nothing
 * can check.
 */
const SCOPES = { '': ['text', 'document', 'name'], 'on the screen': ['text'], 'in code': ['name'] };

/**
 * The words that the glossary rules out in `place`: entries of its column "not" that apply there.
 *
 * @param {'text' | 'document' | 'name'} place  English texts, documents, or names of files, texts and exports
 */
export function ruledOutWords(place) {
  return readFileSync(inRoot(GLOSSARY), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .flatMap((line) => (line.split('|')[3] ?? '').split(/,(?![^(]*\))/))
    .flatMap((entry) => {
      const [, word = '', scope = ''] = /^\s*([^(]*?)\s*(?:\(([^)]*)\))?\s*$/.exec(entry) ?? [];
      return word && SCOPES[scope]?.includes(place) ? [word] : [];
    });
}

/** `camelCase`, `snake_case` and `dotted.names` as separate words. */
const wordsIn = (name) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[._]/g, ' ');

const EXPORT = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;

/** Ruled-out words in names of files, texts and exports, in documents and in English texts, as sentences. */
export function ruledOutUses() {
  const patterns = Object.fromEntries(
    SCOPES[''].map((place) => [place, new RegExp(`\\b(${ruledOutWords(place).join('|')})(?:e?[sd]|ing)?\\b`, 'i')]),
  );
  const found = [];
  const look = (place, where, text) => {
    const word = patterns[place].exec(text)?.[0];
    if (word) found.push(`${where}: “${word}” is ruled out by ${GLOSSARY}.`);
  };
  for (const file of trackedFiles('apps', 'packages', 'bench', 'e2e', 'scripts', 'docs'))
    look('name', `The name of ${file}`, wordsIn(basename(file)));
  for (const file of trackedFiles('*.ts', '*.tsx'))
    for (const [, name] of readFileSync(inRoot(file), 'utf8').matchAll(EXPORT))
      look('name', `${file}: ${name}`, wordsIn(name));
  for (const file of trackedFiles('*.md').filter((each) => !EXEMPT.has(each)))
    for (const [index, line] of readFileSync(inRoot(file), 'utf8').split('\n').entries())
      look('document', `${file}:${index + 1}`, line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''));
  for (const file of trackedFiles('packages/i18n/src/catalogs/en/*.json', 'packages/i18n/src/server/en.json'))
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(inRoot(file), 'utf8')))) {
      look('text', key, text);
      look('name', `The key ${key}`, wordsIn(key));
    }
  return found;
}

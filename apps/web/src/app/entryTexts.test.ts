import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import entry from '@atrium/i18n/catalogs/en/entry.json' with { type: 'json' };
import tasks from '@atrium/i18n/catalogs/en/tasks.json' with { type: 'json' };
import web from '@atrium/i18n/catalogs/en/web.json' with { type: 'json' };
import { enWeb } from '@atrium/i18n/catalogs/en.ts';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
const packages = path.resolve(source, '../../../packages');
const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)'|^import '([^']+)'/gm;
const WORDED = /\bt\(([^)]*)\)/g;

function fileOf(from: string, name: string): string | null {
  if (name.startsWith('#')) return path.join(source, name.slice(1));
  const [, owner, file] = /^@atrium\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (owner && file) return path.join(packages, owner, 'src', file);
  return name.startsWith('.') ? path.join(path.dirname(from), name) : null;
}

/** The file and everything it imports statically. */
function sourcesOf(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file, text);
  for (const [, from, bare] of text.matchAll(IMPORT)) {
    const next = fileOf(file, from ?? bare ?? '');
    if (next) sourcesOf(next, found);
  }
  return found;
}

/** The contract's words are error codes, which the server translates. */
const textsOf = (found: ReadonlyMap<string, string>) =>
  [...found].flatMap(([file, text]) => (file.includes('/contract/') ? [] : [text]));

const formless = (key: string) => key.replace(/_(one|other)$/, '');
const KEYS = new Set(Object.keys(enWeb).flatMap((key) => [key, formless(key)]));
const keysIn = (sources: readonly string[]) =>
  new Set(sources.flatMap((text) => [...text.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)].map(([, key]) => key ?? '')));

test('the texts shown before sign-in are exactly those of the entry bundle', () => {
  const sources = textsOf(sourcesOf(path.join(source, 'main.tsx')));
  expect(sources.length).toBeGreaterThan(15);
  const inCalls = sources.flatMap((text) => [...text.matchAll(WORDED)].map(([, inside]) => inside ?? ''));
  // A computed key cannot be followed.
  expect(inCalls.filter((inside) => inside.includes('`'))).toEqual([]);
  expect([...keysIn(sources)].filter((key) => key in enWeb).sort()).toEqual(Object.keys(entry).sort());
});

/** The modules of the frame and of an open chat; the composer loads once the chat is painted. */
const FRAME = [
  'main.tsx',
  'app/shell/Shell.tsx',
  'app/routes/MessengerRoute.tsx',
  'entities/message/Conversation.tsx',
  'entities/message/composer/Composer.tsx',
  'sync/session.ts',
];
const IN_CHAT = /lazyChatPart\([^']+'([^']+)'/g;
/** The beginning of a computed key. */
const COMPUTED = /[`']([a-z]\w*\.(?:\w+\.)*(?:\w+_)?)(?:\$\{|')/g;

/** The texts of the files and of everything they import statically. */
function textsIn(files: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const file of files) sourcesOf(path.join(source, file), found);
  for (const [file, text] of [...found]) {
    for (const [, name] of text.matchAll(IN_CHAT)) sourcesOf(fileOf(file, name ?? '') ?? '', found);
  }
  const sources = textsOf(found);
  const named = keysIn(sources);
  const begun = sources.flatMap((text) => [...text.matchAll(COMPUTED)].map(([, start]) => start ?? ''));
  const isUsed = (key: string) =>
    named.has(key) || named.has(formless(key)) || begun.some((start) => key.startsWith(start));
  return [...KEYS].filter((key) => key in enWeb && !(key in entry) && isUsed(key)).sort();
}

test('web.json has exactly the texts of the frame and of an open chat', () => {
  expect(textsIn(FRAME)).toEqual(Object.keys(web).sort());
});

test('tasks.json has exactly the other texts of the dashboard and of a board', () => {
  const used = textsIn(['app/routes/DashboardRoute.tsx', 'app/routes/ProjectRoute.tsx']);
  expect(used.filter((key) => !(key in web))).toEqual(Object.keys(tasks).sort());
});

/** A constant of a module, up to the next line without indentation. */
const CONSTANT =
  /^(?:export )?const [^\n]*=(?!>)(?:(?!\n(?:export|const|let|function|async|class|interface|type|import|\/)).)*/gms;
const inModule = (text: string) =>
  [...text.matchAll(CONSTANT)].map(([all]) => all).filter((all) => /\bt\(/.test(all.split(/=>|function/)[0] ?? ''));

test('no module translates while it loads, because its texts may arrive later', () => {
  expect(inModule("const WORDS = {\n  one: t('word.one'),\n};\n")).toHaveLength(1);
  expect(inModule("const words = () => ({\n  one: t('word.one'),\n});\n")).toEqual([]);
  const found = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => inModule(readFileSync(path.join(source, file), 'utf8')).length > 0);
  expect(found).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Collected hostile and unusual texts, if this machine has them: beside the repository, or where `ATRIUM_SHARED` says.
 */
export function corpora(): string[] {
  const shared = [process.env['ATRIUM_SHARED'], path.resolve(root, '../shared')].find(
    (home) => home && existsSync(path.join(home, 'data/xss-payloads')),
  );
  if (!shared) return [];
  const read = (file: string) => readFileSync(path.join(shared, 'data', file), 'utf8');
  const cases = JSON.parse(withoutComments(read('sanitizer-cases/testdata_sanitizer_tests1.dat'))) as {
    input: string;
  }[];
  return [
    ...read('xss-payloads/xss-payload-list.txt').split('\n'),
    ...cases.map(({ input }) => input),
    read('sanitizer-cases/msword.html'),
    ...['extensions', 'regression'].flatMap((name) => examplesIn(read(`gfm-cases/${name}.txt`))),
  ].filter((payload) => payload.trim() !== '');
}

/** JSON with comments and trailing commas, and comment characters inside strings. */
const withoutComments = (json: string) =>
  json.replace(/"(?:\\.|[^"\\])*"|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ''));

/** Markdown and its HTML are both texts that people may send. */
const examplesIn = (text: string) =>
  [...text.matchAll(/^`{32} example.*\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm)].flatMap(([, markdown = '', html = '']) =>
    [markdown, html].map((part) => part.replaceAll('→', '\t')),
  );

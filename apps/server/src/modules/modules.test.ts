import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modules } from './modules.ts';

const root = import.meta.dirname;
const order = new Map(modules.map(({ name }, at) => [name, at]));
const placeOf = (name: string) => order.get(name);
const folders = readdirSync(root, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
const isRunning = (file: string) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file);

/** The modules that this one imports, with the files that do. */
function importsOf(name: string): { from: string; to: string }[] {
  const files = readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' }).filter(isRunning);
  return files.flatMap((file) => {
    const from = path.join(root, name, file);
    const text = readFileSync(from, 'utf8');
    const paths = [
      ...[...text.matchAll(/'#modules\/([\w/.-]+)'/g)].map(([, to = '']) => path.join(root, to)),
      ...[...text.matchAll(/(?:from|import\() ?'(\.[\w/.-]+)'/g)].map(([, to = '']) => path.resolve(from, '..', to)),
    ];
    return paths
      .map((each) => path.relative(root, each).split(path.sep)[0] ?? '')
      .filter((to) => to !== name && folders.includes(to))
      .map((to) => ({ from: `${name}/${file}`, to }));
  });
}

test('every module has a manifest in the list', () => {
  expect(folders.filter((name) => placeOf(name) === undefined)).toEqual([]);
  expect(modules.map(({ name }) => name).filter((name) => !folders.includes(name))).toEqual([]);
});

test('a module imports only modules that come before it', () => {
  const backward = folders.flatMap((name) =>
    importsOf(name)
      .filter(({ to }) => (placeOf(to) ?? Infinity) >= (placeOf(name) ?? -1))
      .map(({ from, to }) => `${from} -> ${to}`),
  );
  expect(backward).toEqual([]);
});

test('every event that an audience names finds its members', () => {
  expect(modules.flatMap(({ members }) => (members ? [members.of] : [])).sort()).toEqual(['dialog', 'project']);
});

test('the architecture page lists the modules in this order', () => {
  const page = readFileSync(path.join(root, '../../../../docs/architecture.md'), 'utf8');
  const table = page.split('## Server modules, in their order')[1]?.split('\n## ')[0] ?? '';
  const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(named).toEqual(modules.map(({ name }) => name));
});

test('the page about modules lists every extension point with its owner', () => {
  const page = readFileSync(path.join(root, '../../../../docs/modules.md'), 'utf8');
  const named = [...page.matchAll(/^\| `(\w+)` +\| `(\w+)`/gm)].map(([, point, owner]) => `${owner}: ${point}`);
  const owned = folders.flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
      .filter(isRunning)
      .flatMap((file) => [
        ...readFileSync(path.join(root, name, file), 'utf8').matchAll(/export const (\w+) = new ExtensionPoint</g),
      ])
      .map(([, point]) => `${name}: ${point}`),
  );
  expect(named.sort()).toEqual(owned.sort());
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressOf, nameOf } from './lib/registry.mjs';
import { inRoot } from './lib/repository.mjs';

test('each package with a checksum has its address, so that npm ci does not ask the registry for it', () => {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const fetched = Object.entries(packages).filter(([, entry]) => entry.integrity);
  expect(fetched.length).toBeGreaterThan(500);
  const wrong = fetched.filter(([path, entry]) => entry.resolved !== addressOf(nameOf(path, entry), entry.version));
  expect(wrong.map(([path]) => path)).toEqual([]);
});

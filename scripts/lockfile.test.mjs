import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './lib/repository.mjs';

test('the lockfile has the address of each package, so that npm ci asks the registry about none', () => {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const fetched = Object.entries(packages).filter(([, entry]) => entry.integrity);
  expect(fetched.length).toBeGreaterThan(500);
  const wrong = fetched.filter(([, { resolved }]) => !/^https:\/\/registry\.npmjs\.org\/.+\.tgz$/.test(resolved ?? ''));
  expect(wrong.map(([path]) => path)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

// The build replaces this file of Mantine (vite.config.ts). If Mantine moves it, adds exports or no longer renders
// twice, the replacement must be removed.
test('Mantine’s `useId` is in the one file that the build replaces and still renders twice', () => {
  const hooks = path.dirname(path.dirname(createRequire(import.meta.url).resolve('@mantine/hooks')));
  const index = readFileSync(path.join(hooks, 'esm/index.mjs'), 'utf8');
  expect(index).toContain('from "./use-id/use-id.mjs"');
  const text = readFileSync(path.join(hooks, 'esm/use-id/use-id.mjs'), 'utf8');
  expect(text.match(/^export .*$/gm)).toEqual(['export { useId$1 as useId };']);
  expect(text).toContain('setUuid(randomId())');
});

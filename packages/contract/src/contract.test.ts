import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allErrors, calls, events, PROTOCOL } from './contract.ts';

/**
 * A hash of the whole contract. If it has changed, clients may differ from the server: raise PROTOCOL, write what changed
 * and the new number into CHANGELOG.md, and update this pair.
 */
const known = { protocol: 30, hash: '76f1aad5af3eb058' };

async function hashOf(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
  return [...new Uint8Array(bytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 16);
}

/** The order of files and of what they declare means nothing to a client. */
const sortedBy = <T>(list: readonly T[], keyOf: (each: T) => string): T[] =>
  list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

test('a changed contract has a new protocol number', async () => {
  const shape = {
    calls: sortedBy(calls, ({ path }) => path).map(({ path, access, input, output, errors, bare }) => ({
      path,
      access,
      input,
      output,
      errors,
      bare,
    })),
    events: sortedBy(events, ({ type, action }) => `${type}/${action}`).map(({ type, action, data }) => ({
      type,
      action,
      data,
    })),
    errors: sortedBy(Object.entries(allErrors), ([code]) => code),
  };
  expect({ protocol: PROTOCOL, hash: await hashOf(shape) }).toEqual(known);
});

test('the changelog names the protocol number', () => {
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
  expect(/The protocol number is (\d+)\./.exec(changelog)?.[1]).toBe(String(PROTOCOL));
});

test('paths, events and errors are unique', () => {
  const paths = calls.map((call) => call.path);
  expect(new Set(paths).size).toBe(paths.length);
  const names = events.map((event) => `${event.type}/${event.action}`);
  expect(new Set(names).size).toBe(names.length);
});

// covers C4-20, C4-21
test('projects and columns announce the events that clients listen for', () => {
  const of = (type: string) => events.filter((event) => event.type === type).map((event) => event.action);
  expect(of('project')).toEqual(
    expect.arrayContaining(['add', 'update', 'recovery', 'detail', 'delete', 'archived', 'sort']),
  );
  expect(of('projectColumn')).toEqual(expect.arrayContaining(['add', 'update', 'recovery', 'delete']));
});

test('every error named by a call exists', () => {
  const named = calls.flatMap((call) => call.errors.map((code) => `${call.path} ${code}`));
  expect(named.filter((each) => !Object.hasOwn(allErrors, each.split(' ')[1] ?? ''))).toEqual([]);
});

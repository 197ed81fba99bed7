import { expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { countLines, readOrder } from './importWords.ts';

test('an import takes its kind and path, with options anywhere', () => {
  const order = { kind: 'trello', path: 'board.json', isDryRun: false, withFiles: false, owner: undefined };
  expect(readOrder(['trello', 'board.json'])).toEqual(order);
  expect(readOrder(['--owner', 'ada@example.com', 'trello', '--dry-run', 'board.json'])).toEqual({
    ...order,
    isDryRun: true,
    owner: 'ada@example.com',
  });
  expect(readOrder(['trello', '--files', 'board.json'])).toEqual({ ...order, withFiles: true });
  for (const words of [[], ['trello'], ['jira', 'board.json']]) expect(readOrder(words)).toBeNull();
});

test.for([
  [['trello', 'board.json', '--dryrun'], /^Unknown option: --dryrun\./],
  [['trello', 'board.json', '-n'], /^Unknown option: -n\./],
  [['trello', 'board.json', '--owner=ada@example.com'], /^Unknown option: --owner=/],
  [['trello', 'board.json', '--owner'], /^--owner requires an account's email\.$/],
  [['trello', '--owner', '--dry-run', 'board.json'], /^--owner requires an account's email\.$/],
  [['trello', 'board.json', 'other.json'], /^Unexpected argument: other\.json\.$/],
] as const)('%j imports nothing', ([words, message]) => {
  expect(() => readOrder(words)).toThrow(ConfigError);
  expect(() => readOrder(words)).toThrow(message);
});

test('imported items are counted with the right plural', () => {
  expect(countLines({ people: 1, projects: 1, replies: 0, dialogs: 1, messages: 1200, checklist_items: 2 })).toEqual([
    '       1 person',
    '       1 project',
    '       1 conversation',
    '    1200 messages',
    '       2 checklist items',
  ]);
});

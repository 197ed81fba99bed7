import { expect, test } from 'vitest';
import { hasOperators, parseSearch } from './searchQuery.ts';

const now = new Date('2026-11-20T12:00:00Z');
const none = { words: '', from: [], in: [], has: [], is: [], after: null, before: null };

test.for([
  ['release plan', { words: 'release plan' }],
  ['from:ada release', { words: 'release', from: ['ada'] }],
  ['  plan in:"Design team"  from:me ', { words: 'plan', in: ['Design team'], from: ['me'] }],
  ['after:2026-11-01 before:2027', { after: '2026-11-01', before: '2027-01-01' }],
  ['before:today 发布', { words: '发布', before: '2026-11-20' }],
  ['after:yesterday', { after: '2026-11-19' }],
  ['has:link IS:done', { has: ['link'], is: ['done'] }],
  // Text that is no operator stays among the words.
  ['note:this has:nothing after:never', { words: 'note:this has:nothing after:never' }],
  ['after:2026-02-31', { words: 'after:2026-02-31' }],
  ['https://example.com/in:x', { words: 'https://example.com/in:x' }],
  ['from:', { words: 'from:' }],
] as const)('%s', ([text, expected]) => {
  const query = parseSearch(text, now);
  expect(query).toEqual({ ...none, ...expected });
  expect(hasOperators(query)).toBe(Object.keys(expected).some((key) => key !== 'words'));
});

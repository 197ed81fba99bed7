import { expect, test } from 'vitest';
import { linesOf } from './firstLines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('the first lines of a document say what they are, without marks, and end within a character', () => {
  const text =
    '# Days *off*\r\n\n- [ ] Ask [Bo](https://x.y)\n| --- | :-: |\n1. Pack\nSee `you` soon\n```js\nrun()\n```\nü';
  expect(linesOf(bytes(text).slice(0, -1), true)).toEqual([
    { kind: 'heading', text: 'Days  off' },
    { kind: 'item', text: 'Ask Bo' },
    { kind: 'item', text: 'Pack' },
    { kind: 'text', text: 'See  you  soon' },
    { kind: 'text', text: 'run()' },
  ]);
  expect(linesOf(bytes('a = 1\n\n# no heading'), false).map(({ text: line }) => line)).toEqual([
    'a = 1',
    '',
    '# no heading',
  ]);
  expect(linesOf(new Uint8Array([0, 1, 2]), false)).toEqual([]);
});

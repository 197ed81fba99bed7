import { expect, test } from 'vitest';
import { splitBlocks } from '../html/blocks.ts';
import { renderMarkdown } from './markdown.ts';
import { withCheckedMarkdown } from './markdownChecks.ts';

const ITEMS = [
  ['- [ ] a', 0, '- [x] a'],
  ['- [x] a', 0, '- [x] a'],
  ['* [ ] a\n* [ ] b', 1, '* [ ] a\n* [x] b'],
  ['1. one\n2) two\n\n1. [ ] three', 2, '1. one\n2) two\n\n1. [x] three'],
  ['> - [ ] quoted', 0, '> - [x] quoted'],
  ['- [ ] a\n  - plain\n  - [ ] deep', 2, '- [ ] a\n  - plain\n  - [x] deep'],
  ['- - [ ] twice', 1, '- - [x] twice'],
  ['-\n  [ ] below its sign', 0, '-\n  [x] below its sign'],
  ['- [ ] windows\r\n- [ ] lines\r', 1, '- [ ] windows\r\n- [x] lines\r'],
  ['- [ ] [ ] two boxes', 0, '- [x] [ ] two boxes'],
  ['- [ ] 中文 **bold** $1', 0, '- [x] 中文 **bold** $1'],
] as const;

test('a Markdown checklist item is ticked in its line, and nothing else changes', () => {
  for (const [md, index, wanted] of ITEMS) expect(withCheckedMarkdown(md, index, true), md).toBe(wanted);
  expect(withCheckedMarkdown('- [X] done', 0, false)).toBe('- [ ] done');
  for (const [md, index] of [
    ['- plain', 0],
    ['- [ ] a', 1],
    ['- [ ] a', -1],
    ['- [ ] a', 0.5],
    ['[ ] no item', 0],
    ['- [ ]', 0],
    ['```\n- [ ] code\n```', 0],
    ['    - [ ] code', 0],
    ['words', 0],
  ] as const) {
    expect(withCheckedMarkdown(md, index, true), md).toBeNull();
  }
});

test('items are counted as displayed: block after block, without proposed tasks', () => {
  const md = '- [ ] a\n::: reasoning\n- [ ] thought\n:::\n::: create-task-list\ntitle: - [ ] t\n:::\n\n- [ ] b\n- c';
  expect(withCheckedMarkdown(md, 0, true)).toBe(md.replace('[ ] a', '[x] a'));
  expect(withCheckedMarkdown(md, 1, true)).toBe(md.replace('[ ] thought', '[x] thought'));
  expect(withCheckedMarkdown(md, 2, true)).toBe(md.replace('[ ] b', '[x] b'));
  expect(withCheckedMarkdown(md, 3, true)).toBeNull();
  // An item in an opened block at the very beginning.
  expect(withCheckedMarkdown('::: reasoning\n- [ ] a', 0, true)).toBe('::: reasoning\n- [x] a');
});

test('the item ticked is the item displayed, at any position', () => {
  const pieces = [
    '- [ ] a',
    '  - [x] b',
    '1. [ ] c',
    '> * [ ] d',
    'words',
    '',
    '```',
    '::: reasoning',
    ':::',
    '\t- [ ] e',
    '***',
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const shown = (md: string) =>
    splitBlocks(md).flatMap((block) =>
      block.kind === 'tasks'
        ? []
        : [...renderMarkdown(block.text).matchAll(/<li(?: data-list="(\w+)")?/g)].map(([, kind]) => kind),
    );
  let checked = 0;
  for (let turn = 0; turn < 400; turn++) {
    const md = Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join('\n');
    for (const [index, kind] of shown(md).entries()) {
      const isCheck = kind === 'checked' || kind === 'unchecked';
      const after = withCheckedMarkdown(md, index, kind === 'unchecked');
      if (!isCheck) expect(after, md).toBeNull();
      if (!isCheck) continue;
      checked++;
      const wanted = shown(md).with(index, kind === 'checked' ? 'unchecked' : 'checked');
      expect(shown(after ?? ''), JSON.stringify([md, index])).toEqual(wanted);
    }
  }
  expect(checked).toBeGreaterThan(500);
});

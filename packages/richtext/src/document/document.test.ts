import { describe, expect, test } from 'vitest';
import { diffText, mergeTexts } from './diff.ts';
import { documentOf, documentOfLines } from './fromMarkdown.ts';
import { linesOf, markdownOf } from './toMarkdown.ts';

const again = (markdown: string) => markdownOf(documentOf(markdown));

describe('Markdown', () => {
  test.each([
    '# T',
    'a\nb',
    '~~x~~ **y** *z* `c<d`',
    '**a *b* c**',
    '```js\nlet a;\n```',
    'so $a_b$ is',
    '$$\n- a < b\n\n\\frac{1}{2}\n$$',
    'it is $5 and $10',
    '- [ ] a\n- [x] b\n  - c',
    '3. c\n4. d',
    'a\n\n---\n\nb',
    '| a | b |\n| :-- | --: |\n| 1 | 2 |',
    '> quote\n>\n> - item',
    '[x](https://a.example/y)',
    'see https://a.example/x.',
    '![alt](https://a.example/x.png)',
    'hi <span class="mention user" data-id="3">@Ada</span>, look',
    '---\ntitle: x\n---\n\n# T',
    '\\# no heading',
    '1\\. no list',
    'a_b_c and 2*3',
    '- a\n\n  b\n- c',
    '中文 **粗体** 日本語',
  ])('%s stays as it is', (markdown) => {
    expect(again(markdown)).toBe(`${markdown}\n`);
  });

  test('plain lines stay as they are', () => {
    for (const text of ['', 'a', 'a\n\n  b\n', '# no heading\n- no item'])
      expect(linesOf(documentOfLines(text))).toBe(text);
  });

  test('a document made of any text reads the same when it is written and read', () => {
    const pieces = [
      'a',
      ' ',
      '\n',
      '\n\n',
      '*',
      '**',
      '_',
      '`',
      '- ',
      '1. ',
      '> ',
      '# ',
      '[',
      '](',
      ')',
      '<',
      '>',
      '|',
      '$',
      '\\',
      '~~',
      '!',
      '&',
      '  ',
      '```',
      '- [ ] ',
      '中',
      ':',
    ];
    let seed = 7;
    const next = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * n);
    };
    for (let run = 0; run < 1500; run++) {
      const text = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join('');
      const once = again(text);
      expect(again(once), JSON.stringify(text)).toBe(once);
    }
  });

  test('hostile depth neither fails nor takes long', () => {
    expect(again('> '.repeat(3000) + 'x').length).toBeGreaterThan(1);
    let node: Parameters<typeof markdownOf>[0] = { type: 'paragraph' };
    for (let depth = 0; depth < 5000; depth++) node = { type: 'blockquote', content: [node] };
    expect(markdownOf({ type: 'doc', content: [node] })).toBeDefined();
  });
});

describe('differences', () => {
  test('names what was added and removed, by words', () => {
    expect(diffText('one two three\nfour\n', 'one 2 three\nfour\nfive\n')).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
      { kind: 'same', text: ' three\nfour\n' },
      { kind: 'added', text: 'five\n' },
    ]);
  });

  test('both edits of a text remain', () => {
    const base = 'The quick fox\njumps over\nthe dog\n';
    expect(
      mergeTexts(base, 'The quick red fox\njumps over\nthe dog\n', 'The quick fox\njumps over\nthe lazy dog\n'),
    ).toBe('The quick red fox\njumps over\nthe lazy dog\n');
    expect(mergeTexts(base, base, 'new')).toBe('new');
    expect(mergeTexts(base, 'new', 'new')).toBe('new');
    expect(mergeTexts('a\n', 'a\nb\n', 'a\nc\n')).toBe('a\nb\nc\n');
    expect(mergeTexts('color it\n', 'hue it\n', 'colour it\n')).toBe('hue colour it\n');
  });
});

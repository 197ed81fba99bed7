import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../hostile.testing.ts';
import { cleanHtml } from '../html/clean.ts';
import { mentionTag } from '../html/mentionTags.ts';
import { dataFile, elementsOf, faultsOf, letters, readData } from '../testing.ts';
import { MARKDOWN_THRESHOLD, markdownWeight } from '../weight.ts';
import { renderMarkdown } from './markdown.ts';

describe('rendering', () => {
  test.each([
    ['# T', '<h1>T</h1>'],
    ['a\nb', '<p>a<br>b</p>'],
    ['~~x~~ **y** *z* `c<d`', '<p><s>x</s> <strong>y</strong> <em>z</em> <code>c&lt;d</code></p>'],
    ['```js\nlet a;\n```', '<pre><code class="language-js">let a;\n</code></pre>'],
    ['so $a_b$ is', '<p>so <code class="language-math">a_b</code> is</p>'],
    ['$$a*b*c$$', '<p><code class="language-math-display">a*b*c</code></p>'],
    ['$$\n- a < b\n\n\\frac{1}{2}\n$$', '<pre><code class="language-math">- a &lt; b\n\n\\frac{1}{2}\n</code></pre>'],
    ['it is $5 and $10', '<p>it is $5 and $10</p>'],
    ['\\$a$ and `$a$`', '<p>$a$ and <code>$a$</code></p>'],
    ['$$\nopen', '<p>$$<br>open</p>'],
    ['- [ ] a\n- [x] b', '<ul><li data-list="unchecked">a</li><li data-list="checked">b</li></ul>'],
    ['3. c', '<ol start="3"><li>c</li></ol>'],
    ['---', '<hr>'],
    [
      '| a | b |\n|:--|--:|\n| 1 | 2 |',
      '<table><thead><tr><th style="text-align: left">a</th><th style="text-align: right">b</th></tr></thead><tbody><tr><td style="text-align: left">1</td><td style="text-align: right">2</td></tr></tbody></table>',
    ],
    ['<b onclick=x>raw</b>', '<p>&lt;b onclick=x&gt;raw&lt;/b&gt;</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['![x](data:image/png;base64,AA)', '<p>![x](data:image/png;base64,AA)</p>'],
    [`hi ${mentionTag('user', 3, 'Ada')}`, `<p>hi ${mentionTag('user', 3, 'Ada')}</p>`],
  ])('%s', (md, html) => {
    expect(renderMarkdown(md)).toBe(html);
  });

  // covers A5-07
  test.each([
    'javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,x',
    'JaVaScript:x',
    ' data:image/png;base64,AA',
  ])('neither links nor pictures have the address %s', (url) => {
    for (const md of [`[x](${url})`, `![x](${url})`, `<${url}>`, `[x]\n\n[x]: ${url}`])
      expect(renderMarkdown(md), md).not.toMatch(/<(a|img)\b/);
  });

  test('addresses become links, file names do not', () => {
    expect(renderMarkdown('see https://a.example/x.')).toContain('<a href="https://a.example/x" target="_blank"');
    expect(renderMarkdown('see notes.md')).toBe('<p>see notes.md</p>');
    expect(renderMarkdown('<javascript:alert(1)>')).not.toContain('<a');
  });

  test('a mention made of other HTML is text', () => {
    expect(renderMarkdown('<span class="mention user" data-id="1" onclick="x">@a</span>')).not.toContain('<span');
    expect(
      renderMarkdown('<a class="mention file" href="{{RemoteURL}}single/../x" target="_blank">~a</a>'),
    ).not.toContain('<a');
  });
});

const xss = 'xss-payloads/xss-payload-list.txt';
test('thousands of injections made here are inert in Markdown', () => {
  const found = hostileTexts().map((payload) => [payload, ...renderFaults(payload)]);
  expect(found.filter((faults) => faults.length > 1)).toEqual([]);
});

test.skipIf(!dataFile(xss))('6,613 injections are inert in Markdown', () => {
  const faults = readData(xss)
    .split('\n')
    .map((payload) => [payload, ...renderFaults(payload)])
    .filter((found) => found.length > 1);
  expect(faults).toEqual([]);
});

describe.each(['extensions', 'regression'])('GitHub cases: %s', (name) => {
  const file = `gfm-cases/${name}.txt`;
  test.skipIf(!dataFile(file))('are inert and lose no words', () => {
    const cases = casesIn(readData(file));
    expect(cases.length).toBeGreaterThan(15);
    const faults = cases.map(({ md }) => [md, ...renderFaults(md)]).filter((found) => found.length > 1);
    expect(faults).toEqual([]);
  });
});

test.skipIf(!dataFile('gfm-cases/extensions.txt'))(
  'tables and strikethrough have the words and tags GitHub gives them',
  () => {
    const cases = casesIn(readData('gfm-cases/extensions.txt')).filter(
      ({ kind, html, md }) => /table/.test(kind) || (html.includes('<table>') && !/<[a-z]|~/.test(md)),
    );
    const shape = (html: string) => {
      const { elements, text } = elementsOf(html);
      return { cells: elements.filter(({ name }) => name === 'td' || name === 'th').length, text: letters(text) };
    };
    expect(cases.length).toBeGreaterThan(5);
    const differing = cases.filter(({ md, html }) => shape(renderMarkdown(md)).cells !== shape(html).cells);
    // Two cases in which markdown-it and GitHub disagree on the end of a table.
    expect(differing.length).toBeLessThanOrEqual(2);
  },
);

function renderFaults(md: string): string[] {
  const html = renderMarkdown(md);
  const found = faultsOf(html, 'markdown');
  const cleaned = cleanHtml(html);
  found.push(...faultsOf(cleaned, 'message'));
  if (letters(elementsOf(cleaned).text) !== letters(elementsOf(html).text)) found.push(`cleaning lost words: ${html}`);
  return found;
}

function casesIn(file: string): { md: string; html: string; kind: string }[] {
  const cases = [...file.matchAll(/^`{32} example([^\n]*)\n([\s\S]*?)\n\.\n([\s\S]*?)\n?`{32}$/gm)];
  return cases.map(([, kind, md, html]) => ({
    kind: kind ?? '',
    md: (md ?? '').replaceAll('→', '\t'),
    html: html ?? '',
  }));
}

describe('weight', () => {
  test.each([
    'hello there',
    '1. buy milk',
    '> hm',
    'a * b * c',
    '5 - 3 = 2',
    'see https://a.example/x_y_z',
    '#hashtag',
    'snake_case_name and __init__',
    '- one line',
    'price: $5 ~ $6',
    '',
  ])('%s is plain', (text) => {
    expect(markdownWeight(text)).toBeLessThanOrEqual(MARKDOWN_THRESHOLD);
  });

  test.each([
    '# Title\ntext',
    '```\ncode\n```',
    '**bold** text',
    '- a\n- b\n- c',
    '- [ ] do it',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '[docs](https://a.example)',
    'use `npm` and `node`',
    '~~gone~~',
  ])('%s is Markdown', (text) => {
    expect(markdownWeight(text)).toBeGreaterThan(MARKDOWN_THRESHOLD);
    expect(markdownWeight(text)).toBeLessThanOrEqual(1);
  });
});

describe('hostile sizes end', () => {
  const n = 50_000;
  test.each([
    '[',
    '![',
    '*',
    '**a ',
    '_',
    '`',
    '``` ',
    '> ',
    '- ',
    '|',
    '|-',
    '<',
    '<a ',
    '~~',
    '(',
    '\\',
    '&',
    'http://',
    'a@b.c ',
    ':::',
    '[a](',
    '  - x\n',
    '<span class="mention user" data-id="1">',
    '$$',
    '# ',
  ])('%s', (part) => {
    const md = part.repeat(n / part.length);
    expect(renderMarkdown(md)).toBeTypeOf('string');
    expect(markdownWeight(md)).toBeLessThanOrEqual(1);
  });
});

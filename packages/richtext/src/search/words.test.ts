import fc from 'fast-check';
import { expect, describe as group, test } from 'vitest';
import { cutHtml, cutMarkdown, describe } from '../cut.ts';
import { cutAtWord, cutText } from '../cutText.ts';
import { cleanHtml } from '../html/clean.ts';
import { mentionTag, shareMention } from '../html/mentionTags.ts';
import { textLength } from '../length.ts';
import { mentionsOf, withEmailMentions } from '../mentions.ts';
import { plainText } from '../plainText.ts';
import { type PreviewWords, previewOf } from '../preview.ts';
import { elementsOf, faultsOf } from '../testing.ts';
import { readHtml } from '../tokens.ts';
import { searchKey } from './searchKey.ts';

group('mentions', () => {
  test('in both forms, each once, `everyone` separately', () => {
    const html =
      mentionTag('user', 3, 'Ada') +
      mentionTag('user', 3, 'Ada') +
      mentionTag('user', 0, 'All') +
      mentionTag('task', 8, 'Ship <it>') +
      '<span class="mention" data-denotation-char="@" data-id="4" data-value="Bo"></span>' +
      '<span data-id="9">no mention</span>';
    expect(mentionsOf(html, 'html')).toEqual({ users: [3, 4], everyone: true, tasks: [8] });
    expect(mentionsOf('no mention', 'html')).toEqual({ users: [], everyone: false, tasks: [] });
  });

  test('in Markdown, outside code', () => {
    const ada = mentionTag('user', 3, 'Ada');
    const bo = mentionTag('user', 4, 'Bo');
    expect(mentionsOf(`**hi** ${ada} \`${bo}\`\n\n- ${mentionTag('task', 2, 'T')}\n\n~~~\n${bo}`, 'md')).toEqual({
      users: [3],
      everyone: false,
      tasks: [2],
    });
  });

  test('by email in Markdown, outside code', () => {
    const known = (email: string) => (email === 'ai@bot.system' ? { userid: 9, nickname: 'AI' } : null);
    const code = '`@ai@bot.system`\n\n```\n@ai@bot.system\n```\n';
    expect(withEmailMentions(`${code}@ai@bot.system, @no@one.example`, known)).toBe(
      `${code}${mentionTag('user', 9, 'AI')}, @no@one.example`,
    );
    expect(withEmailMentions('@a@'.repeat(60_000), known)).toHaveLength(180_000);
    expect(withEmailMentions('```\n@a@b.c '.repeat(10_000), known)).toHaveLength(110_000);
    // For the longest possible message, crafted to be slow.
    const started = performance.now();
    expect(withEmailMentions(`${'`'.repeat(100_000)}\n@a@${'b\n'.repeat(50_000)}`, known)).toHaveLength(200_004);
    expect(performance.now() - started).toBeLessThan(2000);
    // A fence without an end is code to the end; one within a line is none.
    expect(withEmailMentions('~~~\n@ai@bot.system', known)).toBe('~~~\n@ai@bot.system');
    expect(withEmailMentions('```a``` @ai@bot.system', known)).toBe(`\`\`\`a\`\`\` ${mentionTag('user', 9, 'AI')}`);
  });

  test('are stored in a form that cleaning preserves', () => {
    const html = mentionTag('user', 3, 'A"<b>') + shareMention('report', 'abcdefgh', 'Week & 1');
    expect(cleanHtml(html)).toBe(html);
  });
});

test('plain text has one line per paragraph', () => {
  expect(plainText('<p>a &amp;<strong>b</strong></p><p></p><ul><li>c</li></ul><img src="x">', 'html')).toBe('a &b\nc');
  expect(plainText('# T\n\n- a **b**\n- [l](http://x.y)\n\n<b>raw</b>', 'md')).toBe('T\na b\nl\n<b>raw</b>');
});

test('length leaves pictures out and counts characters', () => {
  expect(textLength('ab<img src="data:image/png;base64,AAAAAAAA">c\u{1F600}')).toBe(4);
  expect(textLength('<imgx>')).toBe(6);
  expect(textLength('<img '.repeat(40_000))).toBe(200_000);
});

group('cuts', () => {
  test('HTML is cut by its text and stays balanced', () => {
    expect(cutHtml('<p><strong>abcdef</strong></p><p>g</p>', 3)).toBe('<p><strong>abc</strong></p>');
    expect(cutHtml(`<p>${'<img src="http://a.b/c">'.repeat(1000)}</p>`, 500).length).toBeLessThan(6000);
  });

  test('any cut of any cleaned text is valid', () => {
    const parts = fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<ul><li>',
      '</ul>',
      '<a href=http://a.b>',
      '</a>',
      'word ',
      '\u{1F600}',
      mentionTag('user', 1, 'Bo'),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), (soup, max) => {
        const cut = cutHtml(cleanHtml(soup.join('')), max);
        expect(faultsOf(cut, 'message')).toEqual([]);
        expect(Array.from(elementsOf(cut).text).length).toBeLessThanOrEqual(max + 3);
      }),
    );
  });

  test('a cut code block is closed', () => {
    expect(cutMarkdown(`\`\`\`js\n${'x'.repeat(100)}`, 20)).toBe('```js\nxxxxxxxxxxxxxx\n```');
    expect(cutMarkdown('```\na\n```\nlong text', 12)).toBe('```\na\n```\nlo');
    expect(cutMarkdown('```\n```js\nabcdef', 14)).toBe('```\n```js\nabcd\n```');
  });

  test('a cut never splits what a reader sees as one character', () => {
    expect(cutText('ab\u{1F600}', 2)).toBe('ab');
    expect(cutText('a👩‍👩‍👧b', 3)).toBe('a');
    expect(cutText('short', 50)).toBe('short');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.isWellFormed() || !text.isWellFormed()).toBe(true);
        expect(Array.from(cut).length).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });

  test('a long text is summarized in 200 characters', () => {
    expect(describe(`<p>${'word '.repeat(100)}</p>`, 'html')).toHaveLength(200);
  });
});

const words: PreviewWords = {
  image: '[image]',
  sticker: '[sticker]',
  voice: '[voice]',
  video: '[video]',
  file: '[file]',
  location: '[location]',
  meeting: '[meeting]',
  vote: '[vote]',
  word_chain: '[chain]',
  long_text: '[long text]',
  chat_record: '[chat record]',
  tag: '[tag]',
  tag_cancel: '[cancel tag]',
  top: '[pin]',
  top_cancel: '[cancel pin]',
  todo: '[set to-do]',
  todo_cancel: '[cancel to-do]',
  todo_done: '[done]',
  unknown: '[unknown]',
  thinking: 'thinking…',
};

// covers A5-11, A9-04, B8-07
test.each([
  ['text', { text: '<p>a</p><p>b <img src="x"></p>' }, 'a b [image]'],
  ['text', { text: '<img class="emoticon" alt="wave" src="x"><img class="emoticon" src="x">' }, '[wave][sticker]'],
  ['text', { type: 'md', text: 'intro\n\n## The *point*\n\nmore' }, 'The point'],
  ['text', { type: 'md', text: '::: reasoning\nhm\n:::\n\nanswer' }, 'answer'],
  ['text', { type: 'md', text: '::: reasoning\nhm' }, 'thinking…'],
  ['text', { type: 'md', text: 'Plan\n::: create-task-list\ntitle: Sew\ndesc: cloth\n:::' }, 'Plan Sew cloth'],
  ['text', { type: 'md', text: '![](http://a.b/c.png)' }, '[image]'],
  ['text', { text: 'x'.repeat(80) }, `${'x'.repeat(50)}…`],
  [
    'text',
    { text: 'The ferry leaves at nine, and we meet on the western pier.' },
    'The ferry leaves at nine, and we meet on the…',
  ],
  ['text', { text: `${'x'.repeat(49)}\u{1F600}\u{1F600}` }, `${'x'.repeat(49)}\u{1F600}…`],
  ['longtext', { desc: 'about' }, 'about'],
  ['longtext', {}, '[long text]'],
  ['vote', { text: 'Lunch?' }, '[vote] Lunch?'],
  ['word-chain', { text: '#chain' }, '[chain] #chain'],
  ['record', {}, '[voice]'],
  ['location', { title: 'Berlin' }, '[location] Berlin'],
  ['meeting', { name: 'Daily' }, '[meeting] Daily'],
  ['file', { type: 'img', name: 'a.png' }, '[image]'],
  ['file', { ext: 'mp4', name: 'a.mp4' }, '[video]'],
  ['file', { ext: 'pdf', name: 'a.pdf' }, '[file] a.pdf'],
  ['tag', { action: 'add', data: { type: 'text', msg: { text: 'hi' } } }, '[tag] hi'],
  ['top', { action: 'remove', data: { type: 'record', msg: {} } }, '[cancel pin] [voice]'],
  ['todo', { action: 'done', data: { type: 'text', msg: { text: 'hi' } } }, '[done] hi'],
  ['todo', { action: 'add', data: { type: 'todo', msg: { data: { type: 'todo' } } } }, '[set to-do] [set to-do]'],
  ['notice', { notice: 'Ada joined' }, 'Ada joined'],
  ['template', { title_raw: 'raw', title: 't' }, 'raw'],
  ['template', { type: 'task_list', title: 'New task', list: [{ id: 1, name: 'Ship' }] }, 'New task: Ship'],
  ['template', { type: 'file_download', name: 'Photos.zip', size: 1, url: '/x' }, '[file] Photos.zip'],
  ['template', { type: 'content', content: 'text' }, 'text'],
  ['template', { type: 'content', content: [{ content: 'text' }] }, '[unknown]'],
  ['merge-forward', {}, '[chat record]'],
  ['text', null, ''],
  ['else', {}, '[unknown]'],
])('preview of %s %j', (type, msg, preview) => {
  expect(previewOf({ type, msg }, words, { html: readHtml, markdown: (md) => plainText(md, 'md') })).toBe(preview);
});

test.each([
  ['text', { text: '<p>/help me &amp; you</p>' }, 'me & you'],
  ['text', { text: '<span data-quick-key="a">Yes</span>' }, ''],
  ['text', { type: 'md', text: '::: reasoning\nhm\n:::\n**answer**' }, 'answer'],
  ['vote', { text: 'Lunch?' }, 'Lunch?'],
  ['file', { name: 'plan.pdf' }, 'plan.pdf'],
  ['file', { name: 'image.png' }, ''],
  ['file', { name: '1699999.jpg' }, ''],
  ['file', { name: 'LongText-1.md' }, ''],
  ['meeting', { name: 'Daily' }, 'Daily'],
  ['notice', { notice: 'x' }, ''],
])('search key of %s %j', (type, msg, key) => {
  expect(searchKey({ type, msg })).toBe(key);
});

test.for([
  ['short enough', 20, 'short enough'],
  ['cut between words', 11, 'cut between…'],
  ['cut between words', 14, 'cut between…'],
  ['一二三四五六七八', 5, '一二三四五…'],
  ['a Donaudampfschifffahrtsgesellschaft', 20, 'a Donaudampfschifffa…'],
] as const)('%j in %d is %j', ([text, max, cut]) => {
  expect(cutAtWord(text, max)).toBe(cut);
});

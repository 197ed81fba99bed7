import { expect, test } from 'vitest';
import { docMarkdown, editable, outgoing } from './outgoing.ts';

const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });
const lines = (...all: string[]) => doc(...all.map((line) => paragraph(text(line))));

// covers A9-09
test('the threshold is 0.3: text of that weight is sent plain, anything above as Markdown', () => {
  // A rule weighs 0.15 and a quoted line 0.16.
  expect(outgoing(lines('---', '---')).format.type).toBe('html');
  expect(outgoing(lines('> as you said', '---')).format.type).toBe('md');
});

// covers A5-10, B4-24
test('plain text above the weight of 0.3 is sent as Markdown', () => {
  expect(outgoing(lines('# Plan', '', '- [ ] write', '- [x] read'))).toEqual({
    text: '# Plan\n\n- [ ] write\n- [x] read',
    format: { type: 'md', isSilent: false },
  });
  expect(outgoing(lines('Lunch at *noon*?')).format.type).toBe('html');
  expect(outgoing(lines('1. that is all')).format.type).toBe('html');
});

test('formatted text and text with mentions is sent as HTML', () => {
  const heading = paragraph(text('# Plan **and** [more](https://example.com)'));
  expect(outgoing(doc(heading)).format.type).toBe('md');
  expect(outgoing(doc(heading, paragraph(text('bold', 'bold')))).format.type).toBe('html');
  expect(outgoing(doc(paragraph(text('run '), text('npm test', 'code')))).text).toBe(
    '<p>run <code>npm test</code></p>',
  );
  const mention = { type: 'mention', attrs: { id: '7', label: 'Bo' } };
  expect(outgoing(doc(heading, paragraph(mention))).format.type).toBe('html');
});

// covers B2-22
test('the send menu decides: silent, Markdown, normal', () => {
  expect(outgoing(lines('hello'), 'silent').format).toEqual({ type: 'html', isSilent: true });
  expect(outgoing(lines('# Plan **x** `y`'), 'html').format.type).toBe('html');
  const rich = doc(
    paragraph(text('bold', 'bold'), text(' and '), { type: 'mention', attrs: { id: '7', label: 'Bo <3' } }),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
    { type: 'codeBlock', content: [text('x = 1')] },
  );
  expect(outgoing(rich, 'md')).toEqual({
    text: '**bold** and <span class="mention user" data-id="7">@Bo &#60;3</span>\n\n- one\n\n```\nx = 1\n```',
    format: { type: 'md', isSilent: false },
  });
});

test('a message opens for editing as it was typed', () => {
  expect(editable({ msg: { type: 'md', text: '# <b>\nx' } })).toBe('<p># &lt;b&gt;</p><p>x</p>');
  expect(editable({ msg: { text: '<p><span class="mention user" data-id="7">@Bo</span></p>' } })).toContain(
    'data-type="mention" data-id="7" data-label="Bo"',
  );
});

test('names are restored completely, whatever characters they hold, in Markdown too', () => {
  const code = 'KYlPrxQfkFjJoesAXm';
  const named = `<p><a class="mention file" href="{{RemoteURL}}single/file/${code}" target="_blank">~7" & 8" <3</a></p>`;
  const file = editable({ msg: { text: named.replace('& 8" <3', '&amp; 8" &lt;3') } });
  expect(file).toBe(
    `<p><span data-type="mention" data-id="${code}" data-label="7&quot; &amp; 8&quot; &lt;3" data-mention-suggestion-char="~">~7" &amp; 8" &lt;3</span></p>`,
  );
  const md = 'see `x` <b>\n  <span class="mention user" data-id="7">@Bo &#60;3</span>: **yes**';
  expect(editable({ msg: { type: 'md', text: md } })).toBe(
    '<p>see `x` &lt;b&gt;<br>  <span data-type="mention" data-id="7" data-label="Bo &#60;3" data-mention-suggestion-char="@">@Bo &#60;3</span>: **yes**</p>',
  );
});

// covers A8-16
test('the Markdown converter throws on an unknown kind of block unless it is silent', () => {
  const strange = doc(paragraph(text('above')), { type: 'hologram', content: [text('its words')] });
  expect(() => docMarkdown(strange)).toThrow('Markdown has no signs for a hologram');
  expect(docMarkdown(strange, { isSilent: true })).toBe('above\n\nits words');
  expect(() => docMarkdown(doc({ type: 'blockquote', content: [{ type: 'hologram' }] }))).toThrow('hologram');
  expect(outgoing(strange, 'md').text).toBe('above\n\nits words');
});

test('checklist items and colors leave the field in the stored form', () => {
  const item = (checked: boolean, words: string) => ({
    type: 'taskItem',
    attrs: { checked },
    content: [paragraph(text(words))],
  });
  const list = { type: 'taskList', content: [item(true, 'done'), item(false, 'open')] };
  const red = { type: 'text', text: 'red', marks: [{ type: 'textColor', attrs: { color: '#e0413a' } }] };
  expect(outgoing(doc(list, paragraph(red))).text).toBe(
    '<ul><li data-list="checked"><p>done</p></li><li data-list="unchecked"><p>open</p></li></ul><p><span style="color: #e0413a">red</span></p>',
  );
  expect(outgoing(doc(list), 'md').text).toBe('- [x] done\n- [ ] open');
});

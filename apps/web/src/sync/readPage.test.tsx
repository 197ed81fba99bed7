import { hostileTexts } from '@atrium/richtext/hostile.testing.ts';
import { cleanHtml } from '@atrium/richtext/html/clean.ts';
import { htmlWords } from '@atrium/richtext/html/htmlWords.ts';
import { mentionTag } from '@atrium/richtext/html/mentionTags.ts';
import { readHtml } from '@atrium/richtext/tokens.ts';
import { expect, test } from 'vitest';
import { readPage } from './readPage.ts';

const image = (attributes: ReadonlyMap<string, string>) => `[${attributes.get('class')} ${attributes.get('alt')}]`;

/** As they are stored: cleaning removes addresses that are not the workspace's. */
const PICTURES =
  '<p>Hi <img class="emoticon" alt="party" src="a.png"> there <img src="b.png" alt="a &amp; b"></p><p>after</p>';

test('the browser reads a stored message as the server does', () => {
  const messages = [
    'no tags at all',
    '<p>a &amp; b &lt;c&gt; &nbsp;&copy;&#8364;</p><p></p><ul><li>one<li>two</ul>three<br>four',
    `<p>Hi ${mentionTag('user', 3, 'Ada <3')}, see</p>`,
    '<table><tr><th>day</th><td>night</td></tr></table><blockquote><p>quoted</p></blockquote>after',
    `${'<blockquote>'.repeat(300)}deep${'</blockquote>'.repeat(300)}`,
    ...hostileTexts(),
  ].map((text) => cleanHtml(text));
  messages.push(PICTURES);
  expect(messages.length).toBeGreaterThan(1000);
  const other = messages.filter((text) => htmlWords(text, readPage, image) !== htmlWords(text, readHtml, image));
  expect(other).toEqual([]);
  expect(htmlWords(PICTURES, readPage, image)).toBe('Hi [emoticon party] there [undefined a & b]\nafter');
});

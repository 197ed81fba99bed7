import { expect, test } from 'vitest';
import { withChecked } from './checks.ts';

test('a checklist item is ticked by its number among all list items, and nothing else changes', () => {
  const html =
    '<ol><li data-list="ordered"><p>a</p></li></ol><ul><li data-list="unchecked"><p>b</p></li><li data-list="checked">c</li></ul>';
  const ticked = withChecked(html, 1, true);
  expect(ticked).toBe(html.replace('unchecked', 'checked'));
  expect(withChecked(ticked ?? '', 1, false)).toBe(html);
  expect(withChecked(html, 2, false)).toContain('<li data-list="unchecked">c</li>');
  for (const index of [0, 3, -1, 0.5]) expect(withChecked(html, index, true)).toBeNull();
  // Text that looks like an item is text.
  expect(withChecked('<p>&lt;li data-list="checked"&gt;</p><link>', 0, false)).toBeNull();
});

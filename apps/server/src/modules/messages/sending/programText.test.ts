import { expect, test } from 'vitest';
import { withoutPictures } from './programText.ts';

test.each([
  ['![Chart](https://pictures.example/c.png)', '[Chart](https://pictures.example/c.png)'],
  ['Look: ![Chart][1] and `![code](x)`', 'Look: [Chart][1] and `![code](x)`'],
  ['Done![1] and great![x]', 'Done!\u2060[1] and great!\u2060[x]'],
  ['\\![a](b)', '\\[a](b)'],
  ['<img src=x>', '‹img src=x>'],
])('no picture of %s is loaded, and the rest stays', (markdown, expected) => {
  expect(withoutPictures(markdown)).toBe(expected);
});

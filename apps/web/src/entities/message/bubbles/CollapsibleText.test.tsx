import { expect, test } from 'vitest';
import { open } from '#testing/stage.tsx';
import { CollapsibleText, linesIn } from './CollapsibleText.tsx';

const many = (line: string) => line.repeat(50);

test('lines are counted in every kind of text', () => {
  expect([linesIn('one'), linesIn('a\nb'), linesIn('<p>a</p><p>b<br>c</p>'), linesIn('<ul><li>a</li></ul>')]).toEqual([
    0, 1, 3, 1,
  ]);
});

test('a tall text is collapsed and remembers its state; a short one has no button', async () => {
  const tall = (of: number) => (
    <CollapsibleText of={of} text={many('<p>x</p>')}>
      <p>words</p>
    </CollapsibleText>
  );
  const first = await open(tall(7));
  const fold = first.screen.getByRole('button', { name: 'Show more' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await first.user.click(fold);
  first.unmount();
  const again = await open(tall(7));
  expect(again.screen.getByRole('button', { name: 'Show less' })).toBeTruthy();
  again.unmount();
  const other = await open(tall(8));
  expect(other.screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  other.unmount();
  const short = await open(
    <CollapsibleText of={9} text="<p>x</p>">
      <p>words</p>
    </CollapsibleText>,
  );
  expect(short.screen.queryByRole('button')).toBeNull();
});

test('a tall text that is still streaming shows its end and stays expanded when complete', async () => {
  const growing = (isGrowing: boolean) => (
    <CollapsibleText of={17} text={many('<p>x</p>')} isGrowing={isGrowing}>
      <p>words</p>
    </CollapsibleText>
  );
  const first = await open(growing(true));
  expect(first.screen.queryByRole('button')).toBeNull();
  first.unmount();
  const whole = await open(growing(false));
  expect(whole.screen.getByRole('button', { name: 'Show less' })).toBeTruthy();
});

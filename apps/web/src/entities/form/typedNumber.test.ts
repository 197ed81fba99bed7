import { expect, test } from 'vitest';
import { typedNumber } from './typedNumber.ts';

test('numbers are read as people of the language write them', () => {
  const read = (locale: string, ...texts: string[]) => texts.map((text) => typedNumber(text, locale));
  expect(read('de', '1.250,50', '148,7', '148.70', '1.250', '1250', '-3,5', '1.234.567')).toEqual([
    ...[1250.5, 148.7, 148.7, 1250, 1250, -3.5, 1_234_567],
  ]);
  expect(read('en-GB', '1,250.50', '148.7', '148,70', '1,250', '1.250', '.5', '5.')).toEqual([
    ...[1250.5, 148.7, 148.7, 1250, 1.25, 0.5, 5],
  ]);
  expect(read('fr', '1 250,50', '1 250', '0,5', '1.250,50')).toEqual([1250.5, 1250, 0.5, 1250.5]);
  expect(read('zh-CN', '１，２５０．５０', '12.5')).toEqual([1250.5, 12.5]);
  expect(read('de', '', '1,2,3', '12a', '1.25.0', '--1', '1,250.5,0', '.', '-')).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
});

import { expect, test } from 'vitest';
import { croppedSize, listThumb, messageThumb, shownSize } from './pictures.ts';

// covers A9-08, B9-06
test('a picture is cropped and measured the same way everywhere', () => {
  expect(croppedSize({ width: 10_000, height: 100 }, 5)).toEqual({ width: 500, height: 100 });
  expect(croppedSize({ width: 100, height: 10_000 }, 5)).toEqual({ width: 100, height: 500 });
  expect(messageThumb({ width: 1600, height: 900 })).toEqual({ width: 320, height: 180 });
  expect(messageThumb({ width: 200, height: 100 })).toEqual({ width: 200, height: 100 });
  // In a conversation no side is longer than 220; of an emoticon 150.
  expect(shownSize({ width: 1600, height: 900 })).toEqual({ width: 220, height: 124 });
  expect(shownSize({ width: 100, height: 10_000 })).toEqual({ width: 44, height: 220 });
  expect(shownSize({ width: 600, height: 600 }, 150)).toEqual({ width: 150, height: 150 });
  expect(listThumb({ width: 1600, height: 400 })).toEqual({ width: 80, height: 40 });
  expect(listThumb({ width: 400, height: 1600 })).toEqual({ width: 80, height: 160 });
  expect(listThumb({ width: 40, height: 30 })).toEqual({ width: 40, height: 30 });
});

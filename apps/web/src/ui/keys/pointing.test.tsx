import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listenToPointing } from './pointing.ts';

test('the document records whether a pointer or a key was used last', () => {
  listenToPointing();
  const isPointing = () => document.documentElement.hasAttribute('data-pointing');
  fireEvent.pointerDown(document.body);
  expect(isPointing()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(isPointing()).toBe(false);
});

import { renderHook } from '@testing-library/react';
import type { VListHandle } from 'virtua';
import { expect, test, vi } from 'vitest';
import { useScrollAnchor } from './useScrollAnchor.ts';

const ROWS_PX = 1300;

/** A list in a pane of changing height. Like the real one it hears of a height only after it has scrolled. */
function listAtItsEnd(paneHeight: number) {
  const frame = document.createElement('div');
  let height = paneHeight;
  Object.defineProperty(frame, 'clientHeight', { get: () => height });
  const scrollToIndex = vi.fn<VListHandle['scrollToIndex']>();
  const handle = { scrollSize: ROWS_PX, viewportSize: paneHeight, scrollToIndex };
  const list = handle as unknown as VListHandle;
  const { result } = renderHook(() => useScrollAnchor({ current: list }, { current: frame }, () => 9, true));
  const scroll = (offset: number) => result.current.moved(list, offset, false);
  result.current.hold('end');
  scroll(ROWS_PX - paneHeight);
  return {
    isAtEnd: () => result.current.isAtEnd(),
    scroll,
    /** The browser moves the rows at the end down with the edge, but not up. */
    resizePane(px: number) {
      const isGrown = px > height;
      height = px;
      if (isGrown) scroll(ROWS_PX - px);
      handle.viewportSize = px;
      if (!isGrown) scroll(ROWS_PX - px);
    },
  };
}

test('a list at its end stays there when the pane grows back after a cancelled reply or a cleared text', () => {
  const list = listAtItsEnd(680);
  list.resizePane(628);
  expect(list.isAtEnd()).toBe(true);
  list.resizePane(680);
  expect(list.isAtEnd()).toBe(true);
});

test('a reader who scrolls up leaves the end, also after the pane has grown', () => {
  const list = listAtItsEnd(680);
  list.resizePane(628);
  list.resizePane(680);
  list.scroll(ROWS_PX - 680 - 100);
  expect(list.isAtEnd()).toBe(false);
});

import { afterEach, expect, test, vi } from 'vitest';
import { markNarrow } from './markNarrow.ts';

afterEach(() => void vi.unstubAllGlobals());

test('an element has a mark while it is narrow', () => {
  let resize = () => {};
  const observe = vi.fn();
  const disconnect = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resize = listener;
      }
      observe = observe;
      disconnect = disconnect;
    },
  );
  const element = document.createElement('div');
  const width = vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(480);
  const stop = markNarrow(element, 480);
  expect(observe).toHaveBeenCalledWith(element);
  resize();
  expect(element.hasAttribute('data-narrow')).toBe(false);
  width.mockReturnValue(479);
  resize();
  expect(element.hasAttribute('data-narrow')).toBe(true);
  width.mockReturnValue(700);
  resize();
  expect(element.hasAttribute('data-narrow')).toBe(false);
  stop();
  expect(disconnect).toHaveBeenCalledOnce();
});

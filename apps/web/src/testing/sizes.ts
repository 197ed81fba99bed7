import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

/**
 * Gives observed elements a size until the test ends. There is no layout here, and virtual lists draw only the rows that
 * fit.
 */
export function giveSize(width = 400, height = 2000): void {
  const before = window.ResizeObserver;
  window.ResizeObserver = class implements ResizeObserver {
    readonly #run: ResizeObserverCallback;
    constructor(run: ResizeObserverCallback) {
      this.#run = run;
    }
    observe(target: Element): void {
      const entry = { target, contentRect: new DOMRect(0, 0, width, height) } as unknown as ResizeObserverEntry;
      queueMicrotask(() => target.isConnected && act(() => this.#run([entry], this)));
    }
    unobserve(): void {}
    disconnect(): void {}
  };
  onTestFinished(() => {
    window.ResizeObserver = before;
  });
}

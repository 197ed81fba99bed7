import { expect, test, vi } from 'vitest';

test('animation frames continue after a test with fake timers', async () => {
  vi.useFakeTimers();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  field.remove();
  requestAnimationFrame(() => undefined);
  vi.useRealTimers();
  const frame = vi.fn();
  requestAnimationFrame(frame);
  await expect.poll(() => frame.mock.calls.length).toBe(1);
});

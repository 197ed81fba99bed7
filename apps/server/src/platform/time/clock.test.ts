import { expect, test } from 'vitest';
import { SteadyClock } from './clock.ts';

test('a correct clock moves time forward, and a clock that jumps ahead does not', () => {
  const start = Date.UTC(2027, 0, 1);
  let [wall, steady] = [start, 5000];
  const clock = new SteadyClock(
    () => wall,
    () => steady,
  );
  const pass = (ms: number) => {
    wall += ms;
    steady += ms;
  };
  pass(60_000);
  expect(clock.now().getTime()).toBe(start + 60_000);
  expect(clock.drift).toBe(0);
  wall += 400 * 86_400_000;
  expect(clock.now().getTime()).toBe(start + 60_000);
  expect(clock.drift).toBe(400 * 86_400_000);
  wall -= 400 * 86_400_000;
  pass(1000);
  expect(clock.now().getTime()).toBe(start + 61_000);
  // A clock set back is accepted: nothing expires early by that.
  wall -= 3_600_000;
  expect(clock.now().getTime()).toBe(start + 61_000 - 3_600_000);
});

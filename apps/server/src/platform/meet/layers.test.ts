import { expect, test } from 'vitest';
import { Downlink } from './downlink.ts';
import { type Camera, planCameras, reducedBy } from './layers.ts';

const camera = (more: Partial<Camera> = {}): Camera => ({
  wanted: 'large',
  large: 700_000,
  small: 150_000,
  now: 'none',
  ...more,
});

test('small pictures of everybody come before a large one of anybody', () => {
  const three = [camera(), camera(), camera()];
  expect(planCameras(three, 3_000_000, 16)).toEqual(['large', 'large', 'large']);
  expect(planCameras(three, 1_200_000, 16)).toEqual(['large', 'small', 'small']);
  expect(planCameras(three, 460_000, 16)).toEqual(['small', 'small', 'small']);
  expect(planCameras(three, 320_000, 16)).toEqual(['small', 'small', 'none']);
  // A thumbnail of the first, at any bandwidth.
  expect(planCameras(three, 0, 16)).toEqual(['small', 'none', 'none']);
});

test('nobody gets more than is shown or allowed, and a large picture that is shown needs no reserve', () => {
  expect(planCameras([camera({ wanted: 'none' }), camera({ wanted: 'small' })], 9_000_000, 16)).toEqual([
    'none',
    'small',
  ]);
  expect(planCameras([camera(), camera(), camera()], 9_000_000, 2)).toEqual(['large', 'large', 'none']);
  expect(planCameras([camera({ small: 0 })], 9_000_000, 16)).toEqual(['large']);
  const bits = 720_000;
  expect(planCameras([camera({ now: 'large' })], bits, 16)).toEqual(['large']);
  expect(planCameras([camera({ now: 'small' })], bits, 16)).toEqual(['small']);
});

test('cameras that arrive smaller than shown, or not at all, are those the line is too thin for', () => {
  const cameras = [camera(), camera({ wanted: 'small' }), camera({ wanted: 'none' }), camera()];
  const reduced = (bits: number, most = 16) => reducedBy(planCameras(cameras, bits, most), cameras, most);
  expect(reduced(9_000_000)).toEqual([false, false, false, false]);
  expect(reduced(500_000)).toEqual([true, false, false, true]);
  expect(reduced(200_000)).toEqual([true, true, false, true]);
  // More than are allowed at once: the line could carry it.
  expect(reduced(9_000_000, 2)).toEqual([false, false, false, false]);
});

test('a falling limit is congestion, a low one at the start is not, and what failed is not tried again at once', () => {
  const line = new Downlink();
  const before = line.bits;
  line.tick(300_000, 0);
  // Browsers start low and follow what they receive.
  line.heardLimit(300_000, 100);
  line.heardLimit(450_000, 600);
  expect(line.bits).toBeGreaterThanOrEqual(before);
  line.tick(1_500_000, 1000);
  line.heardLimit(520_000, 1500);
  const fast = line.bits;
  // Its height may be far too low: it takes off a third at most, once a second.
  line.heardLimit(480_000, 1600);
  line.heardLimit(440_000, 1700);
  expect(line.bits).toBe(1_050_000);
  expect(line.bits).toBeLessThan(fast);
  line.tick(550_000, 2000);
  line.heardLimit(400_000, 2700);
  expect(line.bits).toBe(400_000);
  for (let second = 3; second < 10; second++) line.tick(400_000, second * 1000);
  expect(line.bits).toBeLessThan(500_000);
  for (let second = 12; second < 40; second++) line.tick(400_000, second * 1000);
  expect(line.bits).toBeGreaterThan(1_000_000);
});

test('a single fall at a rate that was carried before is an accident, a second one is congestion', () => {
  const line = new Downlink();
  for (let second = 1; second <= 5; second++) {
    line.tick(200_000, second * 1000);
    line.heardLimit(220_000, second * 1000 + 100);
  }
  line.heardLimit(110_000, 6500);
  // The rate that was sent fits, and nothing larger is tried at once.
  expect(line.bits).toBe(240_000);
  line.heardLimit(90_000, 8000);
  expect(line.bits).toBe(140_000);
  // More than was carried before: the first fall counts.
  const other = new Downlink();
  for (let second = 1; second <= 5; second++) other.tick(200_000, second * 1000);
  other.heardLimit(220_000, 5100);
  other.tick(400_000, 6000);
  other.heardLimit(200_000, 6500);
  expect(other.bits).toBe(280_000);
});

test('lasting losses are congestion', () => {
  const line = new Downlink();
  for (let second = 1; second <= 2; second++) {
    line.heardLoss(0.3);
    line.tick(1_000_000, second * 1000);
  }
  expect(line.bits).toBe(700_000);
});

test('a line that was calm for a minute waits as briefly as at first after the next congestion', () => {
  const line = new Downlink();
  const congestedAt = (second: number) => {
    line.tick(1_000_000, second * 1000);
    line.heardLimit(900_000, second * 1000 + 100);
    line.heardLimit(500_000, second * 1000 + 200);
  };
  for (const second of [1, 15, 40, 85]) congestedAt(second);
  const found = line.bits;
  // The fourth pause takes 80 s; long after it, the next one takes 10 s.
  for (let second = 86; second < 160; second++) line.tick(found, second * 1000);
  expect(line.bits).toBeLessThan(found * 1.25);
  congestedAt(400);
  const next = line.bits;
  for (let second = 411; second < 425; second++) line.tick(next, second * 1000);
  expect(line.bits).toBeGreaterThan(next * 2);
});

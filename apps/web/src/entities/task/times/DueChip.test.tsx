import { expect, test } from 'vitest';
import { toWire } from '#sync/time.ts';
import { open } from '#testing/stage.tsx';
import { DoneChip, DueChip, timeUntilEnd } from './DueChip.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('the time until due is shown in its largest whole unit', () => {
  const said = (ms: number) => timeUntilEnd(new Date(1e12 + ms), 1e12);
  expect(said(59 * MINUTE)).toBe('in 59 minutes');
  expect(said(HOUR)).toBe('in 1 hour');
  expect(said(47 * HOUR)).toBe('in 47 hours');
  expect(said(50 * HOUR)).toBe('in 2 days');
  expect(said(-3 * HOUR)).toBe('3 hours ago');
});

test('due labels include the remaining time, completed ones the completion time', async () => {
  const end_at = toWire(new Date(Date.now() + 5 * HOUR + MINUTE));
  const chip = await open(<DueChip task={{ end_at, complete_at: null }} />);
  expect(chip.screen.getByTitle(/ · in 5 hours$/)).toBeTruthy();
  chip.unmount();
  const done = await open(<DueChip task={{ end_at, complete_at: end_at }} />);
  expect(done.screen.queryByTitle(/ · /)).toBeNull();
  done.unmount();
  const { screen } = await open(<DoneChip at="2026-01-08 12:00:00" />);
  expect(screen.getByTitle(/^Completed 8 Jan/)).toBeTruthy();
});

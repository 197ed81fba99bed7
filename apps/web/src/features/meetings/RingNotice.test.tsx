import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { RING_MS, ringFor, useRing } from '#entities/meeting/ring.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { open, serve } from '#testing/stage.tsx';
import { RingNotice } from './RingNotice.tsx';

const card = (fields: object = {}) =>
  ({
    ...{ id: 5, dialog_id: 8, userid: 2, type: 'meeting', created_at: toWire(new Date()) },
    msg: { meetingid: '12345678901', name: 'Harbour talk', end_at: null },
    ...fields,
  }) as unknown as ClientMessage;
const ringing = () => useRing.getState().ring?.meetingid ?? '';

beforeEach(() => {
  client.store.base.dialog.put({ id: 8, type: 'user' } as never);
  client.store.base.dialog.put({ id: 9, type: 'group' } as never);
  client.store.base.user.put({ userid: 2, nickname: 'Bo', email: '', userimg: '', bot: 0 } as never);
});
afterEach(() => {
  useRing.setState({ ring: null });
  useMeeting.setState({ wish: null, inside: '' });
});

test('a personal invitation rings, and other cards do not', () => {
  for (const [message, silence] of [
    [card({ dialog_id: 9 }), false],
    [card(), true],
    [card({ type: 'text' }), false],
    [card({ msg: { meetingid: '12345678901', end_at: '2026-01-01 10:00:00' } }), false],
    [card({ created_at: toWire(new Date(Date.now() - RING_MS - 5000)) }), false],
  ] as const) {
    ringFor(message, silence);
    expect(ringing()).toBe('');
  }
  useMeeting.setState({ inside: '77777777777' });
  ringFor(card(), false);
  expect(ringing()).toBe('');
  useMeeting.setState({ inside: '' });
  ringFor(card(), false);
  expect(ringing()).toBe('12345678901');
});

test('joining opens the meeting, declining ends the ring, and so does time', async () => {
  serve({});
  ringFor(card(), false);
  const ring = useRing.getState().ring;
  if (!ring) throw new Error('it does not ring');
  const { screen, user } = await open(<RingNotice ring={ring} />);
  expect(screen.getByRole('alertdialog', { name: 'Bo is calling' }).textContent).toContain('Harbour talk');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect([ringing(), useMeeting.getState().wish]).toEqual(['', null]);
  act(() => ringFor(card(), false));
  await user.click(screen.getByRole('button', { name: 'Join' }));
  expect(useMeeting.getState().wish).toEqual({ kind: 'join', meetingid: '12345678901' });
});

test('a ring that nobody answers ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    serve({});
    ringFor(card(), false);
    const ring = useRing.getState().ring;
    if (!ring) throw new Error('it does not ring');
    await open(<RingNotice ring={ring} />);
    await act(() => vi.advanceTimersByTimeAsync(RING_MS + 1000));
    expect(ringing()).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

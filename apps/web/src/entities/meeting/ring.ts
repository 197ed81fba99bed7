import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { create } from 'zustand';
import { client } from '#sync/session.ts';
import { parseWire } from '#sync/time.ts';
import { requestMeeting, useMeeting } from './meeting.ts';

/** An invitation that rings. */
export interface Ring {
  meetingid: string;
  name: string;
  userid: number;
}

export const useRing = create<{ ring: Ring | null }>(() => ({ ring: null }));

/** A ring ends after this time, and older invitations do not ring. */
export const RING_MS = 30_000;

/** The channel between the pages of a browser: all ring, and the answer in one ends it in the others. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atrium-ring');

/** Rings for an invitation: a meeting card from another person in a direct chat or from the meeting bot. */
export function ringFor(message: ClientMessage, silence: boolean): void {
  const { type, msg, userid, created_at, dialog_id } = message;
  const meetingid = String(msg['meetingid'] ?? '');
  if (type !== 'meeting' || !meetingid || msg['end_at'] || silence || useMeeting.getState().inside) return;
  // The chat with the bot may begin with this very invitation, and is not known then.
  if (client.store.get('dialog', dialog_id)?.type === 'group') return;
  if (Date.now() - parseWire(created_at).getTime() > RING_MS) return;
  useRing.setState({ ring: { meetingid, name: String(msg['name'] ?? ''), userid } });
}

/** Ends the ring, here and in the browser's other pages. */
export function answerRing(isJoining: boolean): void {
  const { ring } = useRing.getState();
  if (!ring) return;
  useRing.setState({ ring: null });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel?.postMessage(ring.meetingid);
  if (isJoining) requestMeeting({ kind: 'join', meetingid: ring.meetingid });
}

/** Listens for invitations. @returns a function that stops it */
export function listenForRings(): () => void {
  const end = client.onMessage(ringFor);
  const forget = ({ data }: MessageEvent<string>) => {
    if (useRing.getState().ring?.meetingid === data) useRing.setState({ ring: null });
  };
  channel?.addEventListener('message', forget);
  return () => {
    end();
    channel?.removeEventListener('message', forget);
    useRing.setState({ ring: null });
  };
}

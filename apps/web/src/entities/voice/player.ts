import { markRecordPlayed } from '@atrium/client/sending/recordActions.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { useSyncExternalStore } from 'react';
import { fileAddress } from '#sync/files.ts';
import { client } from '#sync/session.ts';
import { nextUnplayed, soundOf } from './sounds.ts';

/** Plays one voice message at a time, independent of the chat on the screen. */
interface Playing {
  id: number;
  isOn: boolean;
  /** The position in seconds. */
  at: number;
  rate: number;
}

const RATES = [1, 1.5, 2];
const audio = new Audio();
const listeners = new Set<() => void>();
let current: ClientMessage | undefined;
let playing: Playing = { id: 0, isOn: false, at: 0, rate: 1 };

function change(fields: Partial<Playing>): void {
  playing = { ...playing, ...fields };
  for (const listener of listeners) listener();
}
audio.addEventListener('timeupdate', () => change({ at: audio.currentTime }));
audio.addEventListener('play', () => change({ isOn: true }));
audio.addEventListener('pause', () => change({ isOn: false }));
audio.addEventListener('ended', () => {
  const next = current && nextUnplayed(client.store.messagesOf(current.dialog_id), current.id);
  change({ id: 0, at: 0, isOn: false });
  if (next) playVoice(next, fileAddress(soundOf(next).url));
});

/** Marks a message as played, which removes its dot. */
export function markPlayed(message: ClientMessage): void {
  if (message.dot > 0) void client.mutate(markRecordPlayed, { id: message.id });
}

export function playVoice(message: ClientMessage, address: string): void {
  markPlayed(message);
  if (playing.id !== message.id) {
    current = message;
    audio.src = address;
    change({ id: message.id, at: 0 });
  }
  audio.playbackRate = playing.rate;
  // The player stops if playing is not allowed, or the file is missing.
  audio.play().catch(() => change({ isOn: false }));
}
export const pauseVoice = (): void => audio.pause();

export function seekVoice(seconds: number): void {
  audio.currentTime = seconds;
  change({ at: seconds });
}
export function nextRate(): void {
  const rate = RATES[(RATES.indexOf(playing.rate) + 1) % RATES.length] ?? 1;
  audio.playbackRate = rate;
  change({ rate });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const SILENT = undefined;
/** The playback state of this message; undefined for all others, which then need no redraw. */
export const usePlaying = (id: number): Playing | undefined =>
  useSyncExternalStore(subscribe, () => (playing.id === id ? playing : SILENT));

import type { ClientMessage } from '@atrium/client/store/rows.ts';

/** The data of a `record` message, with every field checked. */
export function soundOf({ msg }: Pick<ClientMessage, 'msg'>): { url: string; file: string; duration: number } {
  const text = (name: string) => (typeof msg[name] === 'string' ? msg[name] : '');
  const duration = Number(msg['duration']);
  return { url: text('url'), file: text('file'), duration: Number.isFinite(duration) ? Math.max(0, duration) : 0 };
}

const NARROWEST_PX = 50;
const WIDER_PX = 180;
const MS_PER_PX = 200;
/** The width of a recording's bubble, which grows with its length. */
export const soundWidth = (durationMs: number): number =>
  NARROWEST_PX + Math.min(WIDER_PX, Math.floor(durationMs / MS_PER_PX));

/** Writes a duration as `m:ss`, at least one second. */
export function soundClock(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The next voice message after one that is unplayed here; they play in sequence. */
export const nextUnplayed = (messages: readonly ClientMessage[], id: number): ClientMessage | undefined =>
  messages
    .filter((message) => message.id > id && message.type === 'record' && message.dot > 0)
    .sort((a, b) => a.id - b.id)[0];

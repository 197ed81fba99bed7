import { MARK_NUMBERS, MARK_SCALE } from '@atrium/contract/chat/meetingRoom.ts';
import { create } from 'zustand';
import type { MeetRoom } from '../connection/room.ts';

/** The participant whose shared screen one draws on; 0 = nobody. */
export const useDrawing = create<{ of: number }>(() => ({ of: 0 }));

export interface Size {
  width: number;
  height: number;
}

/** The position and size of a picture that is as large as fits into a box, in pixels of the box. */
export function fitted(box: Size, picture: Size): Size & { left: number; top: number } {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { width, height, left: (box.width - width) / 2, top: (box.height - height) / 2 };
}

/** Converts a place in the box to thousandths of the picture. A place outside of the picture moves to its edge. */
export function pointIn(box: Size, picture: Size, at: { x: number; y: number }): [number, number] {
  const { left, top, width, height } = fitted(box, picture);
  const share = (part: number, of: number) => Math.round(Math.min(1, Math.max(0, part / of)) * MARK_SCALE);
  return [share(at.x - left, width), share(at.y - top, height)];
}

/** True if a point in the box is on the picture, and not beside it. */
export function isInside(box: Size, picture: Size, at: { x: number; y: number }): boolean {
  const { left, top, width, height } = fitted(box, picture);
  return at.x >= left && at.y >= top && at.x <= left + width && at.y <= top + height;
}

/** The interval of sending, so that a room in which many people draw stays fluent. */
const SEND_MS = 120;
let serial = 0;

/** One stroke while it is drawn: its points are sent together, in short intervals. */
export class Stroke {
  readonly #room: MeetRoom;
  readonly #of: number;
  readonly #id = ++serial;
  readonly #timer: number;
  #points: number[] = [];

  constructor(room: MeetRoom, of: number) {
    this.#room = room;
    this.#of = of;
    this.#timer = window.setInterval(() => this.#send(), SEND_MS);
  }

  add(point: readonly [number, number]): void {
    this.#points.push(...point);
    if (this.#points.length >= MARK_NUMBERS) this.#send();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#send();
  }

  #send(): void {
    if (this.#points.length === 0) return;
    this.#room.mark(this.#of, this.#id, this.#points);
    this.#points = [];
  }
}

import { nowDate } from '#sync/clock.ts';
import type { MeetRoom } from '../connection/room.ts';
import { nameOf } from './Tile.tsx';

/** Records the speech in a room from now on, as plain text: a line for each part, with time and name. */
export class Transcript {
  readonly #lines: string[] = [];
  readonly #stop: () => Promise<void>;

  constructor(room: MeetRoom) {
    this.#stop = room.readCaptions(({ uid, text }) => {
      const person = room.view.getState().people.find((each) => each.uid === uid);
      const time = nowDate().toTimeString().slice(0, 5);
      this.#lines.push(`${time} ${person ? nameOf(person, false) : '?'}: ${text.replaceAll('\n', ' ')}`);
    });
  }

  /** Ends the transcript, with the speech in progress; '' if there was none. */
  async end(): Promise<string> {
    await this.#stop();
    return this.#lines.join('\n');
  }
}

import type { PeerConnection, Track } from 'node-datachannel';
import { Incoming } from './incoming.ts';
import { fieldsOf, type Source } from './outgoing.ts';
import {
  bitrateLimit,
  isFeedback,
  isMedia,
  keyframeRequest,
  readFeedback,
  receiverReport,
  retransmissionRequest,
  seqOf,
} from './rtp.ts';
import { addTrack, isSound, KINDS, type Kind, SMALL_BITS } from './tracks.ts';

/** Minimum interval between key frame requests to a sender. */
const KEYFRAME_MS = 500;
/** A sender silent for this long has its camera off, so requests are pointless. */
export const QUIET_MS = 2000;
/** The large picture is requested at once, and given up after this time without a viewer. */
const UNWANTED_MS = 3000;
/** A packet of speech has more bytes than this, a packet of silence fewer. */
const SPEECH_BYTES = 55;
/** Bits per second. */
const SCREEN_BITS = 2_500_000;

export interface Up extends Source {
  track: Track;
  incoming: Incoming;
  askedAt: number;
}

/** The streams that a participant sends: receives them, and hands their packets to those who show them. */
export class Uplink {
  /** True if the participant is silent for everybody, even if the browser goes on sending. */
  isMuted = false;
  /** The time when this participant last spoke, as `performance.now()`. */
  loudAt = 0;
  readonly #up = new Map<Kind, Up>();
  #soundLevel = 0;
  #isDemanded = true;
  #wantedAt = 0;

  open(connection: PeerConnection): void {
    for (const kind of KINDS) this.#up.set(kind, this.#receive(connection, kind));
  }

  clear(): void {
    for (const { shownBy } of this.#up.values()) for (const each of [...shownBy]) each.show(null);
    this.#up.clear();
    this.#isDemanded = true;
  }

  of(kind: Kind): Up | undefined {
    return this.#up.get(kind);
  }

  /** Requests missing packets and awaited key frames. */
  tick(now: number): void {
    for (const up of this.#up.values()) {
      if (!up.track.isOpen()) continue;
      askAgain(up, now);
      if ([...up.shownBy].some((each) => each.awaited === up)) this.#askPicture(up, now);
    }
  }

  /** Reports by which senders adapt their bitrate. */
  report(now: number, videoBits: number): void {
    for (const [kind, { track, incoming }] of this.#up) {
      incoming.measure(now);
      const reception = track.isOpen() ? incoming.reception(now) : null;
      if (!reception) continue;
      const report = receiverReport(reception);
      const most = kind === 'screen' ? SCREEN_BITS : kind === 'small' ? SMALL_BITS : videoBits;
      track.sendMessageBinary(isSound(kind) ? report : Buffer.concat([report, bitrateLimit(incoming.ssrc, most)]));
    }
  }

  /** True if anybody gets the large picture; null while that is as it was. */
  demand(now: number): boolean | null {
    const isWanted = (this.#up.get('camera')?.shownBy.size ?? 0) > 0;
    if (isWanted) this.#wantedAt = now;
    const isDemanded = isWanted || now - this.#wantedAt < UNWANTED_MS;
    if (isDemanded === this.#isDemanded) return null;
    this.#isDemanded = isDemanded;
    return isDemanded;
  }

  askPictureOf(source: Source, now: number): void {
    for (const up of this.#up.values()) if (up === source) this.#askPicture(up, now);
  }

  #receive(connection: PeerConnection, kind: Kind): Up {
    const track = addTrack(connection, `up-${kind}`, isSound(kind) ? 'audio' : 'video', 'RecvOnly');
    const up: Up = {
      track,
      incoming: new Incoming(isSound(kind) ? 48_000 : 90_000),
      shownBy: new Set(),
      askedAt: 0,
    };
    track.onMessage((packet) => {
      const now = performance.now();
      if (isMedia(packet)) this.#forward(kind, up, packet, now);
      else if (isFeedback(packet)) {
        for (const each of readFeedback(packet)) {
          if (each.kind !== 'sent') continue;
          up.incoming.reported(each.ntp, now);
          for (const shown of up.shownBy) shown.report(each.packet, up);
        }
      }
    });
    return up;
  }

  #forward(kind: Kind, up: Up, packet: Buffer, now: number): void {
    if (!up.incoming.take(packet, now)) return;
    askAgain(up, now);
    if (kind === 'audio') {
      if (this.isMuted) return;
      this.#soundLevel += (packet.length - this.#soundLevel) / 8;
      if (this.#soundLevel > SPEECH_BYTES) this.loudAt = now;
    }
    if (up.shownBy.size === 0) return;
    const fields = fieldsOf(packet, seqOf(packet), !isSound(kind));
    // The copy is needed, because a stream that turns to this source leaves the set of its present source.
    for (const shown of [...up.shownBy]) shown.send(packet, up, fields, now);
  }

  #askPicture(up: Up, now: number): void {
    if (now - up.askedAt < KEYFRAME_MS || now - up.incoming.lastAt > QUIET_MS) return;
    up.askedAt = now;
    up.track.sendMessageBinary(keyframeRequest(up.incoming.ssrc));
  }
}

/** Requests a key frame at once, because everyone sees a frozen picture until it arrives. */
function askAgain({ track, incoming }: Up, now: number): void {
  const seqs = incoming.missing(now);
  if (seqs.length > 0) track.sendMessageBinary(retransmissionRequest(incoming.ssrc, seqs));
}

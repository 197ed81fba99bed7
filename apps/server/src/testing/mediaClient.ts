import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import type { MeetEngine } from '#platform/meet/engine';
import type { ParticipantMessage, Placement } from '#platform/meet/messages';
import { isFeedback, isMedia, readFeedback, rewriteHeader, seqOf, sequenceDistance, ssrcOf } from '#platform/meet/rtp';

type Received = { seq: number; ssrc: number; payload: Buffer };

/** A participant in a room with generated audio and video, without a browser. */
export class MediaClient {
  readonly id: string;
  placed: Placement = { seats: [], screens: [] };
  /** Received packets, by stream name. */
  readonly received = new Map<string, Received[]>();
  /** Number of key frame requests. */
  pictures = 0;
  /** Packets requested again. */
  readonly missed: number[] = [];
  /** Counts packets without storing them, and those that are missing between them. */
  isCounting = false;
  lost = 0;
  readonly #newest = new Map<string, number>();
  count = 0;
  readonly #engine: MeetEngine;
  #connection: PeerConnection | null = null;
  #turn = 0;
  readonly #up = new Map<string, Track>();
  readonly #down = new Map<string, Track>();

  constructor(id: string, engine: MeetEngine) {
    this.id = id;
    this.#engine = engine;
  }

  join(room: string): void {
    this.#engine.join(room, this.id, (says) => this.#hear(says), { uid: 1, name: this.id });
  }
  leave(): void {
    this.#engine.leave(this.id);
    this.#connection?.close();
  }
  get isIn(): boolean {
    return this.#connection?.state() === 'connected' && [...this.#up.values()].every((track) => track.isOpen());
  }

  sendSound(seq: number): void {
    this.#up.get('up-audio')?.sendMessageBinary(packet(111, seq, seq * 960, Buffer.alloc(80, seq)));
  }
  /** One packet of a picture; `key` starts a key frame. */
  sendPicture(seq: number, { key = false, bytes = 1100, kind = 'up-camera' } = {}): void {
    const payload = Buffer.alloc(bytes, seq);
    // The first packet of a picture, as VP8 marks it.
    payload[0] = 0x10;
    payload[1] = key ? 0 : 1;
    const ssrc = SSRC + UP.indexOf(kind);
    this.#up.get(kind)?.sendMessageBinary(packet(96, seq, seq * 3000, payload, ssrc));
  }
  say(mid: string, feedback: Buffer): void {
    this.#down.get(mid)?.sendMessageBinary(feedback);
  }

  #hear(says: ParticipantMessage): void {
    if (says.t === 'placed') this.placed = says.placed;
    else if (says.t === 'offer') this.#answer(says);
    else if (says.t === 'candidate' && says.turn === this.#turn)
      this.#connection?.addRemoteCandidate(says.candidate, says.mid);
  }

  #answer({ turn, isNew, sdp }: ParticipantMessage & { t: 'offer' }): void {
    this.#turn = turn;
    if (isNew) this.#open();
    this.#connection?.setRemoteDescription(sdp, 'offer');
  }

  #open(): void {
    this.#connection?.close();
    this.#up.clear();
    this.#down.clear();
    const connection = new PeerConnection(this.id, { iceServers: [], bindAddress: '127.0.0.1' });
    this.#connection = connection;
    connection.onLocalDescription((sdp, type) => {
      if (type === 'answer') this.#engine.answer(this.id, this.#turn, sdp);
    });
    // As a page does it.
    connection.onStateChange((state) => {
      if (state === 'failed' && this.#connection === connection) this.#engine.again(this.id);
    });
    connection.onLocalCandidate((candidate, mid) => this.#engine.candidate(this.id, this.#turn, candidate, mid));
    connection.onTrack((track) => {
      this.#down.set(track.mid(), track);
      track.onMessage((bytes) => this.#take(track.mid(), bytes));
    });
    for (const [index, mid] of UP.entries()) {
      const media = mid === 'up-audio' || mid === 'up-sound' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly');
      if (media instanceof Audio) media.addOpusCodec(111);
      else media.addVP8Codec(96);
      media.addSSRC(SSRC + index, mid, mid, mid);
      const track = connection.addTrack(media);
      this.#up.set(mid, track);
      track.onMessage((bytes) => this.#heed(bytes));
    }
  }

  #take(mid: string, bytes: Buffer): void {
    if (!isMedia(bytes)) return;
    this.count++;
    if (this.isCounting) return this.#countGaps(mid, seqOf(bytes));
    const list = this.received.get(mid) ?? [];
    this.received.set(mid, list);
    list.push({ seq: seqOf(bytes), ssrc: ssrcOf(bytes), payload: Buffer.from(bytes.subarray(12)) });
  }
  #countGaps(mid: string, seq: number): void {
    const step = sequenceDistance(seq, this.#newest.get(mid) ?? seq - 1);
    // A late one was counted as missing.
    this.lost += step > 0 ? step - 1 : -1;
    if (step > 0) this.#newest.set(mid, seq);
  }
  #heed(bytes: Buffer): void {
    if (!isFeedback(bytes)) return;
    for (const said of readFeedback(bytes)) {
      if (said.kind === 'keyframe') this.pictures++;
      if (said.kind === 'again') this.missed.push(...said.seqs);
    }
  }
}

const UP = ['up-audio', 'up-camera', 'up-small', 'up-screen', 'up-sound'];
const SSRC = 1000;
function packet(type: number, seq: number, time: number, payload: Buffer, ssrc = SSRC): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head[1] = type;
  rewriteHeader(head, ssrc, seq, time);
  return Buffer.concat([head, payload]);
}

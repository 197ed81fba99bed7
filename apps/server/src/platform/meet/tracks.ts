import { Audio, type Direction, type PeerConnection, type Track, Video } from 'node-datachannel';

/** A camera comes in two sizes; `sound` is that of a shared screen. */
export type Kind = 'audio' | 'camera' | 'small' | 'screen' | 'sound';
export const KINDS: readonly Kind[] = ['audio', 'camera', 'small', 'screen', 'sound'];
export const isSound = (kind: Kind) => kind === 'audio' || kind === 'sound';

/** Bits per second of a small camera. */
export const SMALL_BITS = 150_000;

const OPUS = 111;
const VP8 = 96;
const OPUS_PROFILE = 'minptime=10;useinbandfec=1;usedtx=1';

export function addTrack(
  connection: PeerConnection,
  mid: string,
  kind: 'audio' | 'video',
  direction: Direction,
  own?: { ssrc: number; stream: string },
): Track {
  const media = kind === 'audio' ? new Audio(mid, direction) : new Video(mid, direction);
  if (media instanceof Audio) media.addOpusCodec(OPUS, OPUS_PROFILE);
  else media.addVP8Codec(VP8);
  if (own) media.addSSRC(own.ssrc, own.stream, own.stream, mid);
  return connection.addTrack(media);
}

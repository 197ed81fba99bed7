import { AccessToken, TrackSource, type VideoGrant } from 'livekit-server-sdk';
import type { Log } from '../log.ts';
import type { LiveKit, MeetEngine } from './engine.ts';
import type { MediaOn, ParticipantMessage } from './messages.ts';

/** A token is valid long enough to connect once; a connection outlives its token. */
const ENTRY_TTL = '10m';
const CALL_TTL = '1m';
/**
 * A browser mutes itself at once. The server mutes it only after this time, and not later, because it would also mute a
 * person who unmuted meanwhile.
 */
const SETTLE_MS = 500;
/** The interval of looking for others: older releases of LiveKit let a token in again after its owner was removed. */
const SWEEP_MS = 5000;
/** The availability of the server is checked at most this often. */
const KNOWN_MS = 30_000;
const MAY_SEND = [TrackSource.MICROPHONE, TrackSource.CAMERA, TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO];

interface Joined {
  room: string;
  identity: string;
  media?: MediaOn;
}

/** The address of LiveKit's HTTP interface. */
export const httpOf = (url: string): string => url.replace(/^ws/, 'http').replace(/\/+$/, '');

/**
 * LiveKit's rooms are named like ours, and its participants by their uid. Who may enter is decided here: a participant
 * gets a token of their own for one room, and is removed there when they are removed here, or return without being
 * here.
 *
 * @param ask fetches from the operator's server only
 */
export function liveKitEngine({ url, key, secret }: LiveKit, ask: typeof fetch, log: Log): MeetEngine {
  const joined = new Map<string, Joined>();
  let reachedAt = Number.NEGATIVE_INFINITY;

  const call = async (method: string, input: object, grant: VideoGrant): Promise<unknown> => {
    const token = new AccessToken(key, secret, { ttl: CALL_TTL });
    token.addGrant(grant);
    const response = await ask(`${httpOf(url)}/twirp/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token.toJwt()}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`LiveKit refuses ${method}: ${response.status} ${answer.slice(0, 200)}`);
    return JSON.parse(answer);
  };
  /** A change of something that no longer exists is ignored. */
  const later = (work: Promise<unknown>) => {
    work.catch((error: unknown) => {
      if (!/not_found|\b404\b/.test(String(error))) log.warn({ err: error }, 'LiveKit');
    });
  };
  const entryToken = async (room: string, identity: string, name: string) => {
    const token = new AccessToken(key, secret, { identity, name, ttl: ENTRY_TTL });
    token.addGrant({
      ...{ room, roomJoin: true, canSubscribe: true, canPublish: true, canPublishData: false },
      canPublishSources: MAY_SEND,
    });
    return token.toJwt();
  };
  const grant = (peer: string, name: string, hear: (says: ParticipantMessage) => void) => {
    const entry = joined.get(peer);
    if (!entry) return;
    entryToken(entry.room, entry.identity, name).then(
      (token) => joined.get(peer) === entry && hear({ t: 'grant', url, token }),
      (error: unknown) => log.error({ err: error }, 'a token for LiveKit could not be made'),
    );
  };
  const mute = async ({ room, identity }: Joined) => {
    const rights = { room, roomAdmin: true };
    const found = (await call('GetParticipant', { room, identity }, rights)) as {
      tracks?: { sid: string; source?: string; muted?: boolean }[];
    };
    for (const { sid, source, muted } of found.tracks ?? [])
      if (source === 'MICROPHONE' && !muted)
        await call('MutePublishedTrack', { room, identity, trackSid: sid, muted: true }, rights);
  };
  const again = new Map<string, () => void>();
  /** Earlier tokens are not accepted anymore. Without a time, LiveKit would refuse the next ones for a minute. */
  const expel = (room: string, identity: string) => {
    const revoke_token_ts = Math.floor(Date.now() / 1000);
    return call('RemoveParticipant', { room, identity, revoke_token_ts }, { room, roomAdmin: true });
  };
  /** Removes participants who listen in a room without being shown there. */
  const sweep = async (room: string) => {
    const { participants = [] } = (await call('ListParticipants', { room }, { room, roomAdmin: true })) as {
      participants?: { identity: string }[];
    };
    for (const { identity } of participants) {
      const isHere = [...joined.values()].some((each) => each.room === room && each.identity === identity);
      if (!isHere) later(expel(room, identity));
    }
  };
  const sweeping = setInterval(() => {
    for (const room of new Set([...joined.values()].map((each) => each.room))) later(sweep(room));
  }, SWEEP_MS);
  sweeping.unref();

  return {
    async ready() {
      if (Date.now() - reachedAt < KNOWN_MS) return;
      await call('ListRooms', { names: ['-'] }, { roomList: true });
      reachedAt = Date.now();
    },
    join(room, peer, hear, { uid, name }) {
      joined.set(peer, { room, identity: String(uid) });
      again.set(peer, () => grant(peer, name, hear));
      grant(peer, name, hear);
    },
    // Nothing needs an answer, because browsers speak with LiveKit themselves.
    answer: () => undefined,
    candidate: () => undefined,
    views: () => undefined,
    media(peer, media) {
      const entry = joined.get(peer);
      if (!entry) return;
      if (entry.media?.audio && !media.audio)
        setTimeout(() => {
          if (joined.get(peer) === entry && !entry.media?.audio) later(mute(entry));
        }, SETTLE_MS).unref();
      entry.media = { ...media };
    },
    again: (peer) => again.get(peer)?.(),
    leave(peer) {
      const entry = joined.get(peer);
      joined.delete(peer);
      again.delete(peer);
      if (!entry) return;
      const { room, identity } = entry;
      later(expel(room, identity));
    },
    size: () => ({ rooms: new Set([...joined.values()].map(({ room }) => room)).size, people: joined.size }),
    ports: { udp: 0, tcp: null },
    server: url,
    close: () => clearInterval(sweeping),
  };
}

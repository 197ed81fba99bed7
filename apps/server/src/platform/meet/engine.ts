import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../log.ts';
import type { FromUnit, MediaOn, ParticipantMessage, ToUnit } from './messages.ts';

/** The person behind a peer. */
export interface Participant {
  uid: number;
  name: string;
}

/** Carries audio and video between the people in a room. Its user names the peers and rooms. */
export interface MeetEngine {
  /** Resolves once it can accept people. @throws if it cannot start on this machine */
  ready(): Promise<void>;
  join(room: string, peer: string, hear: (says: ParticipantMessage) => void, who: Participant): void;
  answer(peer: string, turn: number, sdp: string): void;
  candidate(peer: string, turn: number, candidate: string, mid: string): void;
  /** Sets the media that the peer sends now. A muted microphone is not forwarded. */
  media(peer: string, media: MediaOn): void;
  /**
   * The people that the peer's screen shows, by size, the most important first. Until it is known, everybody is shown
   * large.
   */
  views(peer: string, large: readonly string[], small: readonly string[]): void;
  /** Replaces a broken connection by a new one. */
  again(peer: string): void;
  leave(peer: string): void;
  /** Rooms and people in them now. */
  size(): { rooms: number; people: number };
  /** The ports for browsers; 0 = any free port, null = not by TCP. */
  readonly ports: { udp: number; tcp: number | null };
  /** The address of the server that browsers speak with instead; '' = the built-in unit. */
  readonly server: string;
  close(): void;
}

/** Relay servers of the operator, for example coturn with `use-auth-secret`. */
export interface TurnServers {
  /** Addresses such as `turn:turn.example.org:3478?transport=udp`. */
  urls: readonly string[];
  /** Signs the credentials of each participant. */
  secret: string;
}

/** Called with the number of packets that participants should have sent, and of those that did not arrive. */
export type OnTraffic = (traffic: { packets: number; lost: number }) => void;

/** A LiveKit server of the operator, which carries audio and video instead of the built-in unit. */
export interface LiveKit {
  /** An address such as `wss://livekit.example.org`. */
  url: string;
  key: string;
  secret: string;
}

export interface MeetNetwork {
  /** The UDP port; 0 = a free one. */
  port: number;
  /** The TCP port, for browsers whose network blocks UDP; 0 = a free one, null = none. */
  tcpPort?: number | null;
  /** Names or addresses under which others reach this machine, besides its own. */
  hosts: readonly string[];
  turn?: TurnServers | null;
  /** A LiveKit server to use instead of the built-in unit. */
  livekit?: LiveKit | null;
}

/** The time without meetings after which the unit's memory is released. */
const IDLE_MS = 60_000;
const START_MS = 10_000;
/** A unit that ends repeatedly is restarted only after this pause. */
const PAUSE_MS = 3000;

interface Joined {
  room: string;
  media?: MediaOn;
  hear: (says: ParticipantMessage) => void;
}

/**
 * The forwarding unit parses data from strangers in native code: it runs in a process of its own, without secrets. If
 * it dies it is restarted, and everyone in a room gets a new connection.
 */
export function forkedEngine(
  { port, tcpPort = 0, hosts }: MeetNetwork,
  log: Log,
  onTraffic: OnTraffic = () => undefined,
): MeetEngine {
  const joined = new Map<string, Joined>();
  let child: ChildProcess | undefined;
  let starting: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** True once the unit accepts messages. People who joined earlier are announced then. */
  let isUp = false;
  let isClosed = false;

  const send = (message: ToUnit) => {
    if (isUp && child?.connected) child.send(message, () => undefined);
  };
  const restore = () => {
    for (const [peer, { room, media }] of joined) {
      send({ t: 'join', room, peer });
      if (media) send({ t: 'media', peer, media });
    }
  };
  const begin = () =>
    new Promise<void>((resolve, reject) => {
      const started = fork(
        new URL('./unit.process.ts', import.meta.url),
        [String(port), tcpPort === null ? '-' : String(tcpPort), hosts.join(',')],
        {
          env: {},
          execArgv: [],
        },
      );
      child = started;
      const overdue = setTimeout(() => started.kill('SIGKILL'), START_MS);
      started.on('message', (message: FromUnit) => {
        if ('peer' in message) return joined.get(message.peer)?.hear(message);
        if (message.t === 'traffic') return onTraffic(message);
        if (message.t === 'trouble') return log.warn({ why: message.why }, 'the forwarding unit has a problem');
        clearTimeout(overdue);
        log.info({ port: message.port }, 'the forwarding unit has begun');
        isUp = true;
        restore();
        resolve();
      });
      started.on('error', (error) => log.error({ err: error }, 'the forwarding unit failed'));
      started.on('exit', (code, signal) => {
        clearTimeout(overdue);
        if (child !== started) return;
        child = undefined;
        starting = undefined;
        isUp = false;
        reject(new Error(`the forwarding unit ended (${signal ?? code})`));
        if (isClosed || joined.size === 0) return;
        log.error({ code, signal }, 'the forwarding unit ended');
        setTimeout(() => void ready().catch(() => undefined), began + PAUSE_MS > Date.now() ? PAUSE_MS : 0);
      });
      const began = Date.now();
    });
  const ready = async () => {
    if (isClosed) throw new Error('the server is ending');
    starting ??= begin();
    await starting;
  };
  const rest = () => {
    clearTimeout(idle);
    if (joined.size > 0) return;
    idle = setTimeout(() => {
      if (joined.size === 0) stop();
    }, IDLE_MS).unref();
  };
  const stop = () => {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    starting = undefined;
    isUp = false;
    ended?.kill('SIGKILL');
  };

  return {
    async ready() {
      await ready();
      rest();
    },
    join(room, peer, hear) {
      const isKnown = joined.has(peer);
      joined.set(peer, { room, hear });
      if (isKnown) send({ t: 'leave', peer });
      send({ t: 'join', room, peer });
      if (!child) void ready().catch(() => undefined);
    },
    answer: (peer, turn, sdp) => send({ t: 'answer', peer, turn, sdp }),
    candidate: (peer, turn, candidate, mid) => send({ t: 'candidate', peer, turn, candidate, mid }),
    media(peer, media) {
      const entry = joined.get(peer);
      if (!entry) return;
      entry.media = { ...media };
      send({ t: 'media', peer, media });
    },
    views: (peer, large, small) => send({ t: 'views', peer, large: [...large], small: [...small] }),
    again: (peer) => send({ t: 'again', peer }),
    leave(peer) {
      if (!joined.delete(peer)) return;
      send({ t: 'leave', peer });
      rest();
    },
    size: () => ({ rooms: new Set([...joined.values()].map(({ room }) => room)).size, people: joined.size }),
    ports: { udp: port, tcp: tcpPort },
    server: '',
    close() {
      isClosed = true;
      stop();
    },
  };
}

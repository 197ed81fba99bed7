import type { CommittedEvent } from '../events/events.ts';
import type { Log } from '../log.ts';
import type { Link } from './link.ts';

/** The interval of heartbeats. */
export const BEAT_MS = 500;
/** The number of own heartbeats that may be missing before the link counts as down. */
const MISSED_BEATS = 3;
/** A node that has been silent for this long is gone. */
export const GONE_MS = 4000;

/** The messages between nodes. Everything that must arrive is in the event log as well. */
export interface NodeTopics {
  /** A committed event that its node has announced. */
  event: CommittedEvent;
  /** A person came online at a node or left it. */
  presence: { userid: number; online: boolean };
  /** Everybody online at a node. */
  everyone: { userids: number[] };
  /** Asks a node for everybody online there. */
  who: { node: string };
  /** A frame for one person's open connections. */
  whisper: { userid: number; frame: string };
  /** Attempts that a node has counted. */
  attempts: { key: string; count: number; windowMs: number };
  /** The people who have a shared page open at a node. */
  page: { path: string; userids: number[] };
  /** An open document has something new: changes in the database, comments, or a frame that is not stored. */
  document: { id: number; what: 'changes' | 'comments' | 'frame'; frame?: string };
  /** An import is to be stopped by the node that runs it. */
  stopImport: { id: number };
  /** The meetings whose room is at a node. */
  rooms: { meetings: number[] };
  /** The leader has begun an epoch of the event log, because a standby was promoted. */
  epoch: Record<string, never>;
  node: Heartbeat;
}

/** A node's sign of life. */
export interface Heartbeat extends NodeInfo {
  /** The number and a checksum of the people online at the node. */
  online: { count: number; sum: number };
  /** True if it is the leader, which runs what must run once. */
  leads: boolean;
}

export interface NodeInfo {
  id: string;
  /** The address for other nodes, as `http://host:port`. */
  address: string;
  version: string;
  /** Unix milliseconds. */
  startedAt: number;
}

type Listener<T extends keyof NodeTopics> = (message: NodeTopics[T], node: string) => void;
type Parcel = { from: string; format: number; all: [keyof NodeTopics, unknown][] };
/**
 * This number is raised when older nodes would misread a message. They then ignore it, and read events from the log.
 */
const FORMAT = 1;
/** A warning is logged if no heartbeat has come back for this many beats after the start. */
const START_BEATS = 6;

/**
 * This node among the others of its workspace.
 *
 * 1. What a node tells the others within one turn of the event loop goes out in one text.
 * 2. Twice a second each node sends a heartbeat, which it must hear itself: after three that did not come back, the link
 *   is down, and the log alone carries events (`events/announcer.ts`).
 * 3. A node without a heartbeat for four seconds is gone. While the link is down, nobody is declared gone.
 */
export class Cluster {
  readonly self: NodeInfo;
  readonly #link: Link;
  readonly #log: Log;
  readonly #listeners = new Map<keyof NodeTopics, Listener<never>[]>();
  readonly #nodes = new Map<string, { info: Heartbeat; heardAt: number }>();
  readonly #gone: ((node: string) => void)[] = [];
  readonly #changed: ((isUp: boolean) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #pending: Parcel['all'] = [];
  #missed = MISSED_BEATS;
  #beats = 0;
  readonly #joined: (() => void)[] = [];
  #online = () => ({ count: 0, sum: 0 });
  #leads = () => false;

  constructor(link: Link, self: NodeInfo, log: Log) {
    this.#link = link;
    this.self = self;
    this.#log = log;
    link.onText((text) => this.#hear(text));
    this.on('node', (beat) => this.#noteNode(beat));
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
    this.#timer.unref();
    this.#beat();
  }

  /** True if the messages that this node sends come back to it. */
  get isUp(): boolean {
    return this.#missed < MISSED_BEATS;
  }
  /** The other nodes, as their last heartbeats described them. */
  get others(): Heartbeat[] {
    return [...this.#nodes.values()].map(({ info }) => info);
  }
  find(node: string): NodeInfo | undefined {
    return node === this.self.id ? this.self : this.#nodes.get(node)?.info;
  }

  /** Sets the source of the number of people online for the heartbeat. */
  countOnlineWith(online: () => Heartbeat['online']): void {
    this.#online = online;
  }
  /** Sets the function that says if this node is the leader, for the heartbeat. */
  leadsIf(leads: () => boolean): void {
    this.#leads = leads;
  }
  /** Tells the other nodes. */
  tell<T extends keyof NodeTopics>(topic: T, message: NodeTopics[T]): void {
    if (this.#pending.length === 0) setImmediate(() => this.#flush());
    this.#pending.push([topic, message]);
  }
  /** Hears the other nodes. */
  on<T extends keyof NodeTopics>(topic: T, listener: Listener<T>): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener as Listener<never>]);
  }
  /** Called at the first heartbeat of a node. */
  onJoined(listener: () => void): void {
    this.#joined.push(listener);
  }
  onGone(listener: (node: string) => void): void {
    this.#gone.push(listener);
  }
  /** Called when the link breaks and when it works again. */
  onLink(listener: (isUp: boolean) => void): void {
    this.#changed.push(listener);
  }

  /** Tells the others that this node is leaving. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#flush();
    this.#link.send(
      JSON.stringify({ from: this.self.id, format: FORMAT, all: [['node', { id: this.self.id, address: '' }]] }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    this.#link.close();
  }

  #flush(): void {
    const all = this.#pending;
    this.#pending = [];
    if (all.length > 0) this.#link.send(JSON.stringify({ from: this.self.id, format: FORMAT, all } satisfies Parcel));
  }

  #hear(text: string): void {
    const isOwn = text.startsWith(`{"from":"${this.self.id}"`);
    // A node ignores its own messages, except the heartbeat.
    if (isOwn) {
      if (text.includes('["node",')) this.#returned();
      return;
    }
    const parcel = parcelOf(text);
    if (!parcel) {
      this.#log.warn({}, 'received an unreadable message from another node');
      return;
    }
    for (const [topic, message] of parcel.all) {
      // A topic of a newer version has no listeners.
      for (const listener of this.#listeners.get(topic) ?? []) {
        try {
          listener(message as never, parcel.from);
        } catch (error) {
          this.#log.error({ err: error, topic }, 'a message of another node failed');
        }
      }
    }
  }

  #noteNode(info: Heartbeat): void {
    if (info.address === '') return this.#forget(info.id);
    const isNew = !this.#nodes.has(info.id);
    this.#nodes.set(info.id, { info, heardAt: performance.now() });
    if (!isNew) return;
    this.#log.info({ node: info.id, address: info.address }, 'a node has joined');
    if (info.address === this.self.address) {
      this.#log.warn(
        { address: info.address },
        'another node has the same address: set ATRIUM_NODE_URL on each of them',
      );
    }
    for (const listener of this.#joined) listener();
  }

  #beat(): void {
    if (++this.#beats === START_BEATS && !this.isUp) {
      this.#log.warn(
        { reason: this.#link.trouble() },
        'Redis cannot be reached; reading events from the log until it can',
      );
    }
    if (this.#missed < MISSED_BEATS && ++this.#missed === MISSED_BEATS) {
      this.#log.warn({}, 'Redis is not responding; reading events from the log until it is back');
      for (const listener of this.#changed) listener(false);
    }
    if (this.isUp) {
      const due = performance.now() - GONE_MS;
      for (const [id, { heardAt }] of this.#nodes) if (heardAt < due) this.#forget(id);
    }
    this.tell('node', { ...this.self, online: this.#online(), leads: this.#leads() });
  }

  #returned(): void {
    const wasUp = this.isUp;
    this.#missed = 0;
    if (wasUp) return;
    // The other nodes may have been unable to send as well.
    for (const each of this.#nodes.values()) each.heardAt = performance.now();
    this.#log.info({}, 'connected to Redis');
    for (const listener of this.#changed) listener(true);
  }

  #forget(id: string): void {
    if (!this.#nodes.delete(id)) return;
    this.#log.info({ node: id }, 'a node has left');
    for (const listener of this.#gone) listener(id);
  }
}

/** Parses a message of a node; null if the text is of a later release or another program. */
function parcelOf(text: string): Parcel | null {
  try {
    const { from, format, all } = JSON.parse(text) as Partial<Parcel>;
    const isOne = typeof from === 'string' && format === FORMAT && Array.isArray(all) && all.every(Array.isArray);
    return isOne ? { from, format, all } : null;
  } catch {
    return null;
  }
}

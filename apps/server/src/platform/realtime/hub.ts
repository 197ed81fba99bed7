import { setTimeout as sleep } from 'node:timers/promises';
import { translate } from '@atrium/i18n/translate.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Audience, CommittedEvent, EventBus } from '../events/events.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { eachYielding } from '../time/eachYielding.ts';
import { type Connection, newNonce } from './connection.ts';
import { Presence } from './presence.ts';
import { textFrame } from './textFrame.ts';

export interface Membership {
  version: number;
  users: ReadonlySet<number>;
}
/** Loads the current members of a dialog or a project. The module that owns it provides this function. */
export type LoadMembers = (ref: number) => Promise<Membership>;

/** A failed look-up is retried this often, with increasing pauses: five and a half seconds in all. */
const LOAD_TRIES = 11;
const LOAD_PAUSE_MS = 100;

/** The number of memberships in the cache. */
const CACHED = 5000;
/** Presence changes within this time are announced together. */
const GATHER_MS = 250;

/**
 * This node's live connections, and the delivery of committed events to them. Each event is serialized once per
 * variant, never once per receiver. Events are delivered in commit order: one that waits for its membership delays
 * later ones of the same membership, and those that name their receivers.
 */
export class Hub {
  readonly #byUser = new Map<number, Set<Connection>>();
  readonly #byFd = new Map<string, Connection>();
  readonly #members = new Map<string, Membership>();
  /** The last event of each membership that waits for its receivers. */
  readonly #waiting = new Map<string, Promise<void>>();
  /** The last event that names its receivers and waits for events before it. */
  #barrier: Promise<void> | undefined;
  /** Arrival times of events that wait for their receivers, oldest first. */
  readonly #waitingSince = new Set<{ at: number }>();
  /** Connections of people who have a dialog open without being a member. */
  readonly #watchers = new Map<number, Set<Connection>>();
  readonly #loaders = new Map<string, LoadMembers>();
  readonly #bus: EventBus;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #beat: NodeJS.Timeout;
  readonly #cluster: Cluster | undefined;
  readonly #presence: Presence | undefined;
  /** The people who have a shared page open at other nodes, by node and page. */
  readonly #pages = new Map<string, Map<string, readonly number[]>>();
  /** Presence changes that have not been announced yet. */
  #coming = new Map<number, boolean>();
  #published = 0;
  #isClosed = false;
  #whenEmpty = () => undefined as void;

  constructor(bus: EventBus, log: Log, metrics: Metrics, cluster?: Cluster) {
    this.#bus = bus;
    this.#log = log;
    this.#metrics = metrics;
    this.#cluster = cluster;
    this.#presence =
      cluster &&
      new Presence(
        cluster,
        () => this.userids,
        (userid, online) => {
          if (!this.#byUser.has(userid)) bus.publish('line', { userid, online, isHere: false });
        },
      );
    cluster?.on('whisper', ({ userid, frame }) => this.#whisperHere(userid, frame));
    cluster?.on('page', ({ path, userids }, node) => this.#notePage(node, path, userids));
    cluster?.onGone((node) => {
      for (const path of this.#pages.get(node)?.keys() ?? []) this.#notePage(node, path, []);
      this.#pages.delete(node);
    });
    cluster?.onJoined(() => this.#tellPages());
    cluster?.onLink((isUp) => {
      if (!isUp) return;
      for (const [node, pages] of this.#pages) for (const path of pages.keys()) this.#notePage(node, path, []);
      this.#tellPages();
    });
    bus.subscribe('event', (event) => this.deliver(event));
    bus.subscribe('line', ({ userid, online }) => {
      if (this.#coming.size === 0) this.#tellSoon();
      this.#coming.set(userid, online);
    });
    bus.subscribe('session', ({ userid, deviceId, ended, renewed }) => {
      if (ended) this.endSessions(userid, deviceId);
      if (renewed) for (const connection of this.#of(userid, deviceId)) connection.renew();
    });
    this.#beat = setInterval(() => {
      const nonce = newNonce();
      for (const connection of this.#byFd.values()) connection.beat(nonce);
    }, 30_000);
    this.#beat.unref();
  }

  loadMembersWith(aud: 'dialog' | 'project', load: LoadMembers): void {
    this.#loaders.set(aud, load);
  }

  get size(): number {
    return this.#byFd.size;
  }
  get userids(): number[] {
    return [...this.#byUser.keys()];
  }
  /** True if the person is online at this node or another one. */
  isOnline(userid: number): boolean {
    return this.#byUser.has(userid) || this.#presence?.isElsewhere(userid) === true;
  }
  find(fd: string): Connection | undefined {
    return this.#byFd.get(fd);
  }
  /** Sends a frame that is in no log to one person's connections at all nodes. */
  whisper(userid: number, frame: string): void {
    this.#whisperHere(userid, frame);
    this.#cluster?.tell('whisper', { userid, frame });
  }

  #whisperHere(userid: number, frame: string): void {
    for (const connection of this.#of(userid)) connection.send(frame);
  }

  /** Tells everybody who has this page open who else has. Called when a connection opens or leaves it. */
  showPage(path: string): void {
    const here = this.#viewersOf(path).map(({ userid }) => userid);
    this.#cluster?.tell('page', { path, userids: [...new Set(here)] });
    this.#tellViewers(path);
  }

  /** Sends the open pages to nodes that have just joined or missed a message. */
  #tellPages(): void {
    for (const path of new Set([...this.#byFd.values()].map((each) => each.path))) if (path !== '') this.showPage(path);
  }

  #viewersOf(path: string): Connection[] {
    return [...this.#byFd.values()].filter((connection) => connection.path === path);
  }

  #notePage(node: string, path: string, userids: readonly number[]): void {
    const pages = this.#pages.get(node) ?? new Map<string, readonly number[]>();
    this.#pages.set(node, pages);
    if (userids.length > 0) pages.set(path, userids);
    else pages.delete(path);
    this.#tellViewers(path);
  }

  #tellViewers(path: string): void {
    const here = this.#viewersOf(path);
    const elsewhere = [...this.#pages.values()].flatMap((pages) => pages.get(path) ?? []);
    const userids = [...new Set([...here.map(({ userid }) => userid), ...elsewhere])];
    for (const each of here) each.send(JSON.stringify({ type: 'path', data: { path, userids } }));
  }

  /**
   * The number of events published so far. A connection gets live those after the number at the time it read the log:
   * an earlier one may still wait for its receivers, and would arrive after newer ones from the log and undo them.
   */
  get published(): number {
    return this.#published;
  }
  /** True if an event that arrived before this time (of `performance.now()`) still waits for its receivers. */
  waitsSince(time: number): boolean {
    const [oldest] = this.#waitingSince;
    return oldest !== undefined && oldest.at <= time;
  }

  /** Sends a cursor to every live connection, without delaying messages. */
  async broadcastCursor(cursor: string): Promise<void> {
    const frame = JSON.stringify({ type: 'cursor', data: { cursor } });
    await eachYielding([...this.#byFd.values()], (connection) => {
      if (!connection.isLive) return;
      connection.cursor = cursor;
      connection.send(frame);
    });
  }

  /**
   * Tells every connection that the history continues in a new epoch, and that the events it has received are still
   * valid.
   */
  async moveToEpoch(epoch: string): Promise<void> {
    await eachYielding([...this.#byFd.values()], (connection) => connection.moveToEpoch(epoch));
  }

  /**
   * Announces presence changes together, one write per connection: after an outage, ten thousand people come back at
   * once and ten thousand are notified.
   */
  #tellSoon(): void {
    const timer = setTimeout(() => {
      const frames = [...this.#coming].map(([userid, online]) => ({
        userid,
        text: JSON.stringify({ type: 'line', action: online ? 'online' : 'offline', data: { userid, online } }),
      }));
      this.#coming = new Map();
      void eachYielding([...this.#byFd.values()], (connection) =>
        connection.sendTogether(frames.filter(({ userid }) => userid !== connection.userid).map(({ text }) => text)),
      );
    }, GATHER_MS);
    timer.unref();
  }

  /** Sets the dialog that a connection has open without being a member; 0 = none. */
  watch(connection: Connection, dialogId: number): void {
    if (connection.watching === dialogId) return;
    const before = this.#watchers.get(connection.watching);
    before?.delete(connection);
    if (before?.size === 0) this.#watchers.delete(connection.watching);
    connection.watching = dialogId;
    if (dialogId === 0) return;
    const set = this.#watchers.get(dialogId) ?? new Set();
    this.#watchers.set(dialogId, set.add(connection));
  }

  add(connection: Connection): void {
    // The hub closed while this connection was being opened, and nothing else would close it.
    if (this.#isClosed) return connection.close();
    connection.liveAfter = Math.max(connection.liveAfter, this.#published);
    this.#byFd.set(connection.fd, connection);
    this.#metrics.sockets.set(this.#byFd.size);
    const own = this.#byUser.get(connection.userid);
    if (own) {
      own.add(connection);
      return;
    }
    this.#byUser.set(connection.userid, new Set([connection]));
    this.#tellPresence(connection.userid, true);
  }

  remove(connection: Connection): void {
    if (!this.#byFd.delete(connection.fd)) return;
    this.watch(connection, 0);
    this.#metrics.sockets.set(this.#byFd.size);
    const own = this.#byUser.get(connection.userid);
    own?.delete(connection);
    if (own?.size === 0) {
      this.#byUser.delete(connection.userid);
      this.#tellPresence(connection.userid, false);
    }
    if (this.#byFd.size === 0) this.#whenEmpty();
  }

  #tellPresence(userid: number, online: boolean): void {
    this.#presence?.tell(userid, online);
    if (!this.#presence?.isElsewhere(userid)) this.#bus.publish('line', { userid, online, isHere: true });
  }

  /** Closes the connections of a person, or of one of their devices, with an error frame. */
  endSessions(userid: number, deviceId?: number): void {
    for (const connection of this.#of(userid, deviceId)) {
      connection.end(translate(connection.lang, 'error.auth.ended'));
    }
  }

  #of(userid: number, deviceId?: number): Connection[] {
    const own = [...(this.#byUser.get(userid) ?? [])];
    return deviceId === undefined ? own : own.filter((connection) => connection.deviceId === deviceId);
  }

  /** Lets all clients connect again, and find out from the log whether what they have is still true. */
  reconnectAll(): void {
    for (const connection of this.#byFd.values()) connection.close();
  }

  /** Closes all connections. Resolves when the last one is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#beat);
    const gone = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
    for (const connection of this.#byFd.values()) connection.close();
    if (this.#byFd.size > 0) await gone;
  }

  deliver(event: CommittedEvent): void {
    const { audience } = event;
    if (audience.aud === 'nodes') return;
    const number = ++this.#published;
    if (audience.aud === 'users' || audience.aud === 'all') return this.#deliverNamed(event, number, audience);
    const key = `${audience.aud}:${audience.ref}`;
    const known = this.#members.get(key);
    const before = [this.#waiting.get(key), this.#barrier].filter((turn) => turn !== undefined);
    if (known && known.version >= audience.version && before.length === 0) return this.#sendTo(event, number, known);
    const turn = this.#wait(before, async () => {
      this.#sendTo(event, number, await this.#loadSurely(key, audience));
    }).finally(() => {
      if (this.#waiting.get(key) === turn) this.#waiting.delete(key);
    });
    this.#waiting.set(key, turn);
  }

  /**
   * An event that names its receivers may concern the same thing as any waiting event: a task that became restricted,
   * or an event read from the log. It waits for all of them, and later ones wait for it.
   */
  #deliverNamed(event: CommittedEvent, number: number, audience: Audience & { aud: 'users' | 'all' }): void {
    const send = () => this.#send(event, number, audience.aud === 'users' ? audience.users : this.#byUser.keys());
    const before = [...this.#waiting.values(), this.#barrier].filter((turn) => turn !== undefined);
    if (before.length === 0) return send();
    const turn = this.#wait(before, send).finally(() => {
      if (this.#barrier === turn) this.#barrier = undefined;
    });
    this.#barrier = turn;
  }

  async #wait(before: readonly Promise<void>[], send: () => void | Promise<void>): Promise<void> {
    const since = { at: performance.now() };
    this.#waitingSince.add(since);
    try {
      await Promise.all(before);
      await send();
    } catch (error) {
      this.#log.error({ err: error }, 'an event found no receivers: connections resume from the event log');
      for (const connection of this.#byFd.values()) connection.goOnFromLog();
    } finally {
      this.#waitingSince.delete(since);
    }
  }

  /**
   * Looks up receivers, again and again while the database is away: an event must not be lost because its receivers
   * could not be looked up.
   */
  async #loadSurely(key: string, audience: Audience & { aud: 'dialog' | 'project' }): Promise<Membership> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#load(key, audience);
      } catch (error) {
        if (attempt === LOAD_TRIES || this.#isClosed) throw error;
        await sleep(LOAD_PAUSE_MS * attempt, undefined, { ref: false });
      }
    }
  }

  async #load(key: string, audience: Audience & { aud: 'dialog' | 'project' }): Promise<Membership> {
    const known = this.#members.get(key);
    if (known && known.version >= audience.version) return known;
    const load = this.#loaders.get(audience.aud);
    if (!load) throw new Error(`nobody answers for the members of a ${audience.aud}`);
    const fresh = await load(audience.ref);
    this.#members.delete(key);
    this.#members.set(key, fresh);
    if (this.#members.size > CACHED) {
      const oldest = this.#members.keys().next().value;
      if (oldest !== undefined) this.#members.delete(oldest);
    }
    return fresh;
  }

  #sendTo(event: CommittedEvent, number: number, members: Membership): void {
    this.#send(event, number, this.#connectedOf(members));
    if (event.audience.aud !== 'dialog') return;
    const watchers = this.#watchers.get(event.audience.ref);
    if (!watchers) return;
    // People who view a dialog without being members get another action, because the message does not count as unread
    // for them.
    const frame = textFrame(frameText(event.action === 'add' ? { ...event, action: 'chat' } : event));
    for (const connection of watchers) {
      if (!hasAlready(connection, event, number) && !members.users.has(connection.userid))
        connection.deliver(frame, event.xid);
    }
  }

  /** Iterates over the smaller side: a group of ten thousand with three people online costs three look-ups. */
  *#connectedOf({ users }: Membership): Iterable<number> {
    if (users.size <= this.#byUser.size) yield* users;
    else for (const userid of this.#byUser.keys()) if (users.has(userid)) yield userid;
  }

  #send(event: CommittedEvent, number: number, receivers: Iterable<number>): void {
    const frames = new FrameSet(event);
    // The lag is at least 0, because clocks of nodes may differ.
    if (event.at) this.#metrics.eventLag.observe(Math.max(0, Date.now() - event.at) / 1000);
    for (const userid of receivers) {
      const connections = this.#byUser.get(userid);
      if (!connections) continue;
      for (const connection of connections) {
        if (hasAlready(connection, event, number) || (event.skipFd && connection.fd === event.skipFd)) continue;
        connection.deliver(frames.for(userid), event.xid);
      }
    }
  }
}

/** True if the connection has read newer events from the log, which this late one must not undo. */
const hasAlready = (connection: Connection, { xid }: CommittedEvent, number: number): boolean =>
  number <= connection.liveAfter || (xid !== undefined && connection.isPast(xid));

/** The frames of one event: the common one and one per variant, each created for its first receiver. */
export class FrameSet {
  readonly #event: CommittedEvent;
  readonly #patchOf: Map<number, number>;
  readonly #frames: (Buffer | undefined)[] = [];

  constructor(event: CommittedEvent) {
    this.#event = event;
    this.#patchOf = new Map(
      event.variants?.flatMap(({ users }, index) => users.map((userid) => [userid, index] as const)),
    );
  }

  for(userid: number): Buffer {
    const index = (this.#patchOf.get(userid) ?? -1) + 1;
    this.#frames[index] ??= textFrame(frameText(this.#event, this.#event.variants?.[index - 1]?.patch));
    return this.#frames[index];
  }
}

/** Dialog events name their action `mode`, all others `action`: existing clients rely on it. */
export function frameText(event: CommittedEvent, patch?: Record<string, unknown>): string {
  const word = event.type === 'dialog' ? 'mode' : 'action';
  const data = patch ? { ...(event.data as Record<string, unknown>), ...patch } : event.data;
  return JSON.stringify({ type: event.type, [word]: event.action, data, ...event.extra, id: event.id });
}

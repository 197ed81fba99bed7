import { createHash } from 'node:crypto';
import type { App } from '#platform/app';
import type { Cluster, NodeInfo } from '#platform/cluster/cluster';

/** The interval at which a node repeats which rooms it has, for nodes that missed it. */
const REPEAT_MS = 2000;
/**
 * An unreachable node is not asked for this long, which is longer than the nodes take to forget a node that is gone.
 */
const UNREACHABLE_MS = 5000;

/**
 * Finds the node that has a meeting's room. A running room stays on its node; one that does not exist yet belongs to
 * the node that all nodes compute from its number. If two nodes opened the same room at once, the one with the lower id
 * keeps it.
 */
export class RoomOwners {
  readonly #cluster: Cluster;
  readonly #here: () => readonly number[];
  readonly #timer: NodeJS.Timeout;
  /** The time until which a node counts as unreachable, by address. */
  readonly #unreachable = new Map<string, number>();
  readonly #rooms = new Map<string, ReadonlySet<number>>();

  /**
   * @param here  the rooms of this node
   * @param giveUp  called for a room that another node keeps
   */
  constructor(cluster: Cluster, here: () => readonly number[], giveUp: (meetingId: number) => void) {
    this.#cluster = cluster;
    this.#here = here;
    cluster.on('rooms', ({ meetings }, node) => {
      this.#rooms.set(node, new Set(meetings));
      if (node > cluster.self.id) return;
      const own = new Set(here());
      for (const meetingId of meetings) if (own.has(meetingId)) giveUp(meetingId);
    });
    cluster.onGone((node) => void this.#rooms.delete(node));
    this.#timer = setInterval(() => this.tell(), REPEAT_MS);
    this.#timer.unref();
  }

  /** This node stops, so the others may open its rooms. */
  close(): void {
    clearInterval(this.#timer);
    this.#cluster.tell('rooms', { meetings: [] });
  }

  /** Tells the other nodes which rooms are here; called when one opens or ends. */
  tell(): void {
    this.#cluster.tell('rooms', { meetings: [...this.#here()] });
  }

  /** Notes that a connection to this node was refused. It is asked again after a while. */
  noteUnreachable(address: string): void {
    this.#unreachable.set(address, Date.now() + UNREACHABLE_MS);
  }

  #isReachable({ address }: NodeInfo): boolean {
    return (this.#unreachable.get(address) ?? 0) < Date.now();
  }

  /** The other node that has the room, or should have it; undefined for this one. */
  otherNode(meetingId: number): NodeInfo | undefined {
    const { self, others } = this.#cluster;
    if (this.#here().includes(meetingId)) return undefined;
    for (const [node, meetings] of this.#rooms) {
      const owner = meetings.has(meetingId) ? this.#cluster.find(node) : undefined;
      if (owner && this.#isReachable(owner)) return owner;
    }
    const all = [self, ...others.filter((node) => this.#isReachable(node))];
    const [first] = all.toSorted((a, b) => (weight(a.id, meetingId) < weight(b.id, meetingId) ? 1 : -1));
    return first === self ? undefined : first;
  }
}

/**
 * The weight of a node for a meeting. Each node computes the same, and a node that joins or leaves moves only its own
 * share of the rooms.
 */
const weight = (node: string, meetingId: number): string =>
  createHash('sha256').update(`${node}.${meetingId}`).digest('hex');

/** Returns undefined for a single server. */
export function makeRoomOwners(
  app: App,
  here: () => readonly number[],
  giveUp: (meetingId: number) => void,
): RoomOwners | undefined {
  return app.cluster ? new RoomOwners(app.cluster, here, giveUp) : undefined;
}

import type { Cluster } from '../cluster/cluster.ts';

/**
 * The number of heartbeats that may contradict what is known of a node before it is asked, because one may overtake a
 * change.
 */
const DOUBTS = 2;

interface Elsewhere {
  users: Set<number>;
  doubts: number;
}

/**
 * The people online at the other nodes. Each node announces who connects and disconnects; its heartbeat carries a
 * checksum, and a node that missed a change requests the whole list.
 */
export class Presence {
  readonly #cluster: Cluster;
  readonly #here: () => readonly number[];
  readonly #changed: (userid: number, online: boolean) => void;
  readonly #nodes = new Map<string, Elsewhere>();

  /**
   * @param here  the people connected to this node
   * @param changed  called when a person comes online at the other nodes, or left the last of them
   */
  constructor(cluster: Cluster, here: () => readonly number[], changed: (userid: number, online: boolean) => void) {
    this.#cluster = cluster;
    this.#here = here;
    this.#changed = changed;
    cluster.countOnlineWith(() => checksumOf(here()));
    cluster.on('presence', ({ userid, online }, node) => this.#set(this.#at(node).users, userid, online));
    cluster.on('everyone', ({ userids }, node) => this.#replace(this.#at(node).users, userids));
    cluster.on('who', ({ node }) => {
      if (node === cluster.self.id) this.#tellAll();
    });
    cluster.on('node', ({ id, online, address }) => {
      if (address !== '') this.#compare(id, online);
    });
    cluster.onGone((node) => {
      this.#replace(this.#at(node).users, []);
      this.#nodes.delete(node);
    });
    cluster.onLink((isUp) => {
      if (isUp) this.#tellAll();
    });
  }

  isElsewhere(userid: number): boolean {
    for (const { users } of this.#nodes.values()) if (users.has(userid)) return true;
    return false;
  }

  /** Announces a person's first connection to this node, or the end of the last one. */
  tell(userid: number, online: boolean): void {
    this.#cluster.tell('presence', { userid, online });
  }

  #tellAll(): void {
    this.#cluster.tell('everyone', { userids: [...this.#here()] });
  }

  #at(node: string): Elsewhere {
    const known = this.#nodes.get(node) ?? { users: new Set<number>(), doubts: 0 };
    this.#nodes.set(node, known);
    return known;
  }

  #compare(node: string, { count, sum }: { count: number; sum: number }): void {
    const known = this.#at(node);
    const own = checksumOf([...known.users]);
    known.doubts = own.count === count && own.sum === sum ? 0 : known.doubts + 1;
    if (known.doubts < DOUBTS) return;
    known.doubts = 0;
    this.#cluster.tell('who', { node });
  }

  #replace(users: Set<number>, userids: readonly number[]): void {
    const next = new Set(userids);
    for (const userid of [...users]) if (!next.has(userid)) this.#set(users, userid, false);
    for (const userid of next) this.#set(users, userid, true);
  }

  #set(users: Set<number>, userid: number, online: boolean): void {
    const before = this.isElsewhere(userid);
    if (online) users.add(userid);
    else users.delete(userid);
    if (this.isElsewhere(userid) !== before) this.#changed(userid, online);
  }
}

/** A checksum that is equal for equal sets in any order. */
function checksumOf(userids: readonly number[]): { count: number; sum: number } {
  let sum = 0;
  for (const userid of userids) sum = (sum + Math.imul(userid, 2_654_435_761)) | 0;
  return { count: userids.length, sum };
}

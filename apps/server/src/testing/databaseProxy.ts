import net from 'node:net';

/** A proxy between a server and its database that can lose the answer to a commit or stall everything. */
export interface DatabaseProxy {
  /** The address of the database through this proxy. */
  url: string;
  /**
   * The next time a connection sends something that contains one of these texts, it reaches the database, its answer is
   * discarded and the connection is cut. Resolves once that has happened.
   */
  loseAnswerTo(...texts: string[]): Promise<void>;
  /** The next connection that sends this text stops transferring in both directions without closing. */
  goDeadAt(text: string): void;
  /** Blocks both directions until `resume`. */
  stall(): void;
  resume(): void;
  close(): void;
}

/** `ReadyForQuery` outside a transaction: the answer is complete and the change is committed. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = targetOf(new URL(databaseUrl));
  let armed: { texts: string[]; done: () => void } | undefined;
  let deadly: string | undefined;
  let isStalled = false;
  const open = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const database = net.connect(target);
    let losing: (() => void) | undefined;
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        database.destroy();
      });
      if (isStalled) socket.pause();
    }
    client.on('data', (bytes: Buffer) => {
      const text = armed || deadly ? bytes.toString('latin1') : '';
      if (deadly && text.includes(deadly)) {
        deadly = undefined;
        client.pause();
        database.pause();
        return;
      }
      if (armed?.texts.some((each) => text.includes(each))) {
        losing = armed.done;
        armed = undefined;
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (!losing) return void client.write(bytes);
      if (!bytes.subarray(-READY.length).equals(READY)) return;
      client.destroy();
      losing();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as net.AddressInfo).port);
  return {
    url: url.href,
    loseAnswerTo: (...texts) =>
      new Promise((done) => {
        armed = { texts, done };
      }),
    goDeadAt(text) {
      deadly = text;
    },
    stall() {
      isStalled = true;
      for (const socket of open) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of open) socket.resume();
    },
    close() {
      proxy.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function targetOf(url: URL): net.NetConnectOpts {
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

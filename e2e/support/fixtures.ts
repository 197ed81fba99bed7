import { userLists, userOperation } from '@atrium/contract/people/accounts.ts';
import { type BrowserContextOptions, test as base } from '@playwright/test';
import { account, type Person, type Seat, seat, signedIn } from './people.ts';
import { type RealServer, type ServerOptions, startRealServer } from './server.ts';

/** The workspace that a spec needs. Specs with the same one share a server in sequence. */
interface Workspace extends ServerOptions {
  /** A unique name gives the spec a server of its own. */
  name: string;
  /** The nickname of the administrator. */
  administrator?: string;
}

interface OfWorker {
  workspace: Workspace;
  server: RealServer;
  /** The first account of the workspace. */
  administrator: Person;
  /** Deletes the accounts left by an earlier spec. */
  leave: () => Promise<void>;
  account: MakeAccount;
}

/** Makes an account over the API. */
export type MakeAccount = (nickname: string) => Promise<Person>;

/** Opens a separate browser, signed in by API if a person is given. It is closed after the test. */
export type OpenSeat = (person?: Person, options?: BrowserContextOptions) => Promise<Seat>;

interface OfTest {
  seat: OpenSeat;
  /** Before each test: no spec sees the people of another one. */
  alone: void;
}

export const test = base.extend<OfTest, OfWorker>({
  // By name, because browsers have no passkeys for numeric addresses. A spec with another workspace costs a server and a
  // browser of its own.
  workspace: [
    { name: 'shared', host: 'localhost' },
    { scope: 'worker', option: true },
  ],

  server: [
    async ({ workspace }, use) => {
      const server = await startRealServer(workspace);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  administrator: [
    async ({ server, workspace }, use) => {
      // The demo workspace has an administrator already.
      const isDemo = workspace.args?.includes('--demo') ?? false;
      await use(
        isDemo
          ? await signedIn(server.base, 'ada@demo.example', 'atrium-demo')
          : await account(server.base, workspace.administrator ?? 'Root'),
      );
    },
    { scope: 'worker' },
  ],

  leave: [
    async ({ administrator }, use) => {
      let [file, done] = ['', Promise.resolve()];
      await use(() => {
        const next = test.info().file;
        if (next !== file) done = file === '' ? done : endOthers(administrator);
        file = next;
        return done;
      });
    },
    { scope: 'worker' },
  ],

  account: [
    async ({ server, workspace, administrator, leave }, use) => {
      await use(async (nickname) => {
        await leave();
        return account(server.base, nickname, workspace.env?.SMTP_URL ? administrator : undefined);
      });
    },
    { scope: 'worker' },
  ],

  alone: [
    async ({ leave }, use) => {
      await leave();
      await use();
    },
    { auto: true },
  ],

  seat: async ({ browser, server }, use) => {
    const seats: Seat[] = [];
    await use(async (person, options) => {
      const taken = await seat(browser, server.base, person, options);
      seats.push(taken);
      return taken;
    });
    await Promise.all(seats.map(({ context }) => context.close()));
  },
});

async function endOthers(administrator: Person): Promise<void> {
  const keys = { disable: 'all' } as const;
  for (;;) {
    const { data } = await administrator.call(userLists, { keys });
    const others = data.filter(({ userid }) => userid !== administrator.userid);
    if (others.length === 0) return;
    for (const { userid } of others) {
      await administrator.call(userOperation, { userid, type: 'delete', delete_reason: 'The spec has ended.' });
    }
  }
}

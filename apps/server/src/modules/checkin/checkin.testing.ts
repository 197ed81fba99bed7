import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import * as c from '@atrium/contract/workspace/checkin.ts';
import { afterAll, beforeAll } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { allCommitted, person, startServer, type TestClient, type TestServer } from '#testing/world';
import { punchFollower } from './bot.service.ts';

/** A time zone in which it is noon now, so that the day does not end while a test runs. */
const ahead = 12 - new Date().getUTCHours();
const NOON = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
export const today = () => Temporal.Now.plainDateISO(NOON).toString();
export const month = () => today().slice(0, 7);

/** The setting with hours around the clock, so that a check-in is always in time. */
export const ALWAYS = {
  time: ['00:00', '23:59'],
  days: [1, 2, 3, 4, 5, 6, 7],
  advance: 0,
  delay: 0,
  timezone: NOON,
};
export const GATE = { lng: 13.377704, lat: 52.516275, radius: 500 };
export const ALL_MODES = [...c.CHECKIN_MODES];

let serial = 0;
export const freshMac = () => `A4:83:E7:00:00:${(++serial).toString(16).padStart(2, '0').toUpperCase()}`;

/** Two servers, shared by several tests: settings apply to all of them. */
export function checkinServers(name: string) {
  const site = {
    servers: [] as TestServer[],
    get server(): TestServer {
      const [first] = site.servers;
      if (!first) throw new Error('no server');
      return first;
    },
    admin: undefined as unknown as TestClient,
    set: (change: Record<string, unknown>) => site.admin.call(c.checkinSetting, { type: 'save', ...change }),
    person: (nickname: string) => person(nickname, { server: site.server }),
    /** The conversation with the bot. */
    async talk(who: TestClient): Promise<number> {
      const { userid } = await site.server.app.db
        .selectFrom('users')
        .select('userid')
        .where('email', '=', 'check-in@bot.system')
        .executeTakeFirstOrThrow();
      return (await who.call(dialogOpenUser, { userid })).id;
    },
    /** The bot's messages to a person, oldest first. */
    async botMessages(who: TestClient) {
      const { list } = await who.call(m.msgList, { dialog_id: await site.talk(who) });
      return list.flatMap(({ msg }) => (msg['key'] ? [{ key: msg['key'], content: msg['content'] }] : [])).reverse();
    },
    keysReceived: async (who: TestClient) => (await site.botMessages(who)).map(({ key }) => key),
    /** Lets both servers read the log. */
    async readLog(): Promise<void> {
      await allCommitted(site.server.app);
      await Promise.all(site.servers.map(({ app }) => punchFollower.step(app)));
    },
    async report(fields: Record<string, string>) {
      const body = new URLSearchParams(fields);
      const answer = await fetch(`${site.server.base}/api/public/checkin/report`, { method: 'POST', body });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    },
  };
  beforeAll(async () => {
    const databaseUrl = await cloneTemplate(`atrium_${name}_${process.pid}`);
    for (let count = 0; count < 2; count++) site.servers.push(await startServer({ databaseUrl }));
    site.admin = await site.person('admin');
    await site.set({ ...ALWAYS, modes: ALL_MODES, locat_point: GATE, edit: 'open', open: 'open' });
  });
  afterAll(() => Promise.all(site.servers.map((each) => each.close())));
  return site;
}

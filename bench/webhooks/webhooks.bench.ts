import { webhookAdd } from '@atrium/contract/chat/webhooks.ts';
import { type Atrium, startAtrium } from '../lib/atrium.ts';
import { startHelper } from '../lib/child.ts';
import { makeGroups, makePeople, withDatabase } from '../lib/fill.ts';
import { cpuMs } from '../lib/proc.ts';
import type { Options, Report } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Dialog, Pace } from '../send/plan.ts';

const PER_SECOND = 200;
const BUDGET_MS = 100;

/** Programs post at a fixed rate through incoming webhooks, one for each group, whose members are all connected. */
export async function run(options: Options): Promise<Report> {
  const dialogs = Number(options.dialogs ?? 50);
  const members = Number(options.members ?? 10);
  const seconds = Number(options.seconds ?? 10);
  const rounds = Number(options.rounds ?? 3);
  const atrium = await startAtrium();
  const load = startHelper(new URL('../send/load.ts', import.meta.url));
  try {
    const groups = await fill(atrium, dialogs, members);
    await load.ask({ ask: 'connect', base: atrium.base, dialogs: groups });
    await load.ask({ ask: 'pace', seconds: 2, perSecond: PER_SECOND });
    const paces: (Pace & { cpu: number })[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = cpuMs(atrium.pid);
      const pace = await load.ask<Pace>({ ask: 'pace', seconds, perSecond: PER_SECOND });
      paces.push({ ...pace, cpu: (cpuMs(atrium.pid) - before) / pace.sent });
    }
    const of = (key: 'p50' | 'p99' | 'cpu') => median(paces.map((each) => each[key]));
    const lost = paces.reduce((sum, each) => sum + Math.abs(each.expected - each.delivered), 0);
    return {
      bench: 'webhooks',
      rows: [
        { what: 'delivery p50', figure: of('p50'), unit: 'ms' },
        { what: 'delivery p99', figure: of('p99'), unit: 'ms', atMost: BUDGET_MS },
        { what: 'server CPU', figure: of('cpu'), unit: 'ms/msg' },
        { what: 'lost', figure: lost, unit: 'frames', atMost: 0 },
      ],
      notes: [
        `${PER_SECOND} incoming webhook messages a second into ${dialogs} groups of ${members}, ${rounds} rounds of ${seconds} s; medians. A delay runs from the time at which a post was due.`,
      ],
    };
  } finally {
    await load.stop();
    await atrium.stop();
  }
}

/** Groups, each with a webhook that its first member makes. */
async function fill(atrium: Atrium, dialogs: number, members: number): Promise<Dialog[]> {
  const { people, ids } = await withDatabase(atrium.database, async (db) => {
    const made = await makePeople(db, dialogs * members);
    return { people: made, ids: await makeGroups(db, made, members) };
  });
  const groups: Dialog[] = [];
  for (const [index, id] of ids.entries()) {
    const tokens = people.slice(index * members, (index + 1) * members).map((each) => each.token);
    const response = await fetch(`${atrium.base}/api/${webhookAdd.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: tokens[0] ?? '' },
      body: JSON.stringify({ dialog_id: id, name: `Hook ${index}` }),
    });
    const { data } = (await response.json()) as { data: { url: string } };
    groups.push({ id, tokens, hook: new URL(data.url).pathname });
  }
  return groups;
}

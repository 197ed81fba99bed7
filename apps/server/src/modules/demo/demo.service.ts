import { cleanHtml } from '@atrium/richtext/clean.ts';
import { mentionTag } from '@atrium/richtext/mentionTags.ts';
import { sql } from 'kysely';
import { systemCaller } from '#modules/auth/admin.service';
import { createAccount } from '#modules/auth/register.service';
import { createGroup } from '#modules/dialogs/membership.service';
import { type IncomingMessage, importMessages } from '#modules/imports/messages.service';
import { createProject } from '#modules/projects/create.service';
import { wantIndexed } from '#modules/search/wanted.service';
import { countActive, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { hashPassword } from '#platform/crypto';
import { type Caller, performWork, type Work } from '#platform/work';
import { LINES, MARKDOWN, PEOPLE, PROJECTS, TAGS, THINGS, VERBS } from './demo.content.ts';

export const DEMO_EMAIL = 'ada@demo.example';
export const DEMO_PASSWORD = 'atrium-demo';
const TASKS_PER_PROJECT = 38;
const MESSAGES_PER_PROJECT = 90;
const DAY_MS = 86_400_000;

/** The same numbers at every start: a demonstration that can be talked about. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Team {
  app: App;
  people: readonly number[];
  random: () => number;
  pick<T>(list: readonly T[]): T;
  as(userid: number): Caller;
}

/** Fills an empty workspace with a believable team: 12 people, 4 projects, 150 tasks and a month of talk. */
export async function fillDemo(app: App): Promise<'filled' | 'there' | 'occupied'> {
  if ((await countActive(app.db)) > 0) return (await findUserByEmail(app.db, DEMO_EMAIL)) ? 'there' : 'occupied';
  const random = seeded(7);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = await performWork(app, systemCaller, async (work) => {
    const ids: number[] = [];
    for (const [index, [nickname, profession]] of PEOPLE.entries()) {
      const email = `${['ada', 'ben', 'chen', 'daria', 'emil', 'fatima', 'giulia', 'hiro', 'ines', 'jonas', 'kim', 'luca'][index]}@demo.example`;
      const user = await createAccount(work, { email, passwordHash, nickname, profession, lang: 'en', ip: '' });
      ids.push(user.userid);
    }
    return ids;
  });
  const team: Team = {
    app,
    people,
    random,
    pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
    as: (userid) => ({ ...systemCaller, userid, identity: [] }),
  };
  for (const [index, project] of PROJECTS.entries()) await makeProject(team, project, people[index] ?? 0);
  await makeTalk(team);
  return 'filled';
}

async function makeProject(team: Team, plan: (typeof PROJECTS)[number], owner: number): Promise<void> {
  await performWork(team.app, team.as(owner), async (work) => {
    const members = team.people.filter(() => team.random() < 0.7);
    const project = await createProject(work, {
      name: plan.name,
      desc: plan.desc,
      columns: plan.columns,
      personal: false,
      members,
    });
    const columns = await work.tx
      .selectFrom('project_columns')
      .select('id')
      .where('project_id', '=', project.id)
      .orderBy('sort')
      .execute();
    for (let index = 0; index < TASKS_PER_PROJECT; index++) {
      await makeTask(
        work,
        team,
        { id: project.id, members: [owner, ...members], columns: columns.map((column) => column.id) },
        index,
      );
    }
    await importMessages(
      work,
      project.dialog_id,
      talk(team, `p${project.id}`, [owner, ...members], MESSAGES_PER_PROJECT),
      asIs(team),
    );
  });
}

const PRIORITIES = [
  { p_level: 1, p_name: 'Important and urgent', p_color: '#ED4014' },
  { p_level: 2, p_name: 'Important', p_color: '#F16B62' },
  { p_level: 3, p_name: 'Urgent', p_color: '#19C919' },
  {},
  {},
] as const;

async function makeTask(
  work: Work,
  team: Team,
  project: { id: number; members: readonly number[]; columns: readonly number[] },
  index: number,
): Promise<void> {
  const { random, pick } = team;
  const column = Math.floor(random() * project.columns.length);
  const isDone = column === project.columns.length - 1 || random() < 0.1;
  const created = new Date(work.now.getTime() - random() * 28 * DAY_MS);
  const end =
    random() < 0.65
      ? new Date(Math.floor((work.now.getTime() + (random() * 24 - 8) * DAY_MS) / 3_600_000) * 3_600_000)
      : null;
  const owner = pick(project.members);
  const task = await work.tx
    .insertInto('tasks')
    .values({
      project_id: project.id,
      column_id: project.columns[column] ?? 0,
      name: `${VERBS[index % VERBS.length]} ${THINGS[(index * 7 + column) % THINGS.length]}`,
      userid: pick(project.members),
      sort: index,
      start_at: end && new Date(end.getTime() - (1 + Math.floor(random() * 5)) * DAY_MS),
      end_at: end,
      complete_at: isDone ? new Date(Math.min(work.now.getTime(), created.getTime() + random() * 9 * DAY_MS)) : null,
      task_tag: JSON.stringify(random() < 0.4 ? [pick(TAGS)] : []),
      color: random() < 0.1 ? '#e5f5ff' : '',
      created_at: created,
      ...pick(PRIORITIES),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const roles = [{ userid: owner, owner: 1 }];
  const helper = pick(project.members);
  if (helper !== owner && random() < 0.3) roles.push({ userid: helper, owner: 0 });
  await work.tx
    .insertInto('task_users')
    .values(roles.map((role) => ({ ...role, project_id: project.id, task_id: task.id, task_pid: task.id })))
    .execute();
  await wantIndexed(work, 'task', [task.id]);
  const subtasks = random() < 0.25 ? 2 + Math.floor(random() * 4) : 0;
  for (let sub = 0; sub < subtasks; sub++) {
    const subtask = await work.tx
      .insertInto('tasks')
      .values({
        project_id: project.id,
        column_id: task.column_id,
        parent_id: task.id,
        name: `${VERBS[(index + sub) % VERBS.length]} ${THINGS[(index + sub * 3) % THINGS.length]}`,
        userid: owner,
        complete_at: isDone || random() < 0.4 ? created : null,
        created_at: created,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await wantIndexed(work, 'task', [subtask.id]);
  }
}

/** One to one and in groups, beside the projects. */
async function makeTalk(team: Team): Promise<void> {
  const [first = 0, second = 0, third = 0, fourth = 0] = team.people;
  await performWork(team.app, team.as(first), async (work) => {
    for (const [name, members] of [
      ['Management', [first, second, third]],
      ['Coffee corner', team.people],
    ] as const) {
      const group = await createGroup(work, {
        groupType: 'user',
        name,
        ownerId: first,
        linkId: 0,
        members,
        important: false,
      });
      await importMessages(work, group.id, talk(team, `g${group.id}`, members, 40), asIs(team));
    }
    const everyone = await work.tx
      .selectFrom('dialogs')
      .select('id')
      .where('group_type', '=', 'all')
      .executeTakeFirstOrThrow();
    await importMessages(work, everyone.id, talk(team, 'all', team.people, 12), asIs(team));
    for (const peer of [second, third, fourth]) {
      const pair = [Math.min(first, peer), Math.max(first, peer)];
      const { rows } = await sql<{
        id: number;
      }>`insert into dialogs (type, pair, people) values ('user', ${pair}::int[], 2) returning id`.execute(work.tx);
      const id = rows[0]?.id ?? 0;
      await work.tx
        .insertInto('dialog_members')
        .values(pair.map((userid) => ({ dialog_id: id, userid, important: 1 })))
        .execute();
      await importMessages(work, id, talk(team, `u${id}`, pair, 20), asIs(team));
    }
  });
}

const asIs = (team: Team) => new Map(team.people.map((userid) => [String(userid), userid]));

function talk(team: Team, key: string, members: readonly number[], count: number): IncomingMessage[] {
  const { random, pick } = team;
  const times = Array.from({ length: count }, () => Date.now() - random() * 28 * DAY_MS).sort((a, b) => a - b);
  const text = (author: number) => {
    if (random() < 0.06) return { text: pick(MARKDOWN), type: 'md' as const };
    const named = members.find((userid) => userid !== author && random() < 0.05);
    const line = pick(LINES);
    const name = named === undefined ? '' : (PEOPLE[team.people.indexOf(named)]?.[0] ?? '');
    return {
      text: cleanHtml(named === undefined ? `<p>${line}</p>` : `<p>${mentionTag('user', named, name)} ${line}</p>`),
      type: 'html' as const,
    };
  };
  return times.map((at, index) => {
    const author = pick(members);
    const fans = members.filter((userid) => userid !== author && random() < 0.2);
    return {
      key: `demo:${key}:${index}`,
      author: String(author),
      kind: 'text' as const,
      ...text(author),
      createdAt: new Date(at).toISOString(),
      isEdited: random() < 0.03,
      replyKey: index > 3 && random() < 0.08 ? `demo:${key}:${index - 1 - Math.floor(random() * 3)}` : null,
      reactions:
        random() < 0.12 && fans.length > 0
          ? [{ symbol: pick(['👍', '🎉', '❤️', '😂']), people: fans.slice(0, 3).map(String) }]
          : [],
      files: [],
    };
  });
}

import { groupAdd, groupAdduser, groupDeluser, groupDisband } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgOne, msgSendtext } from '@atrium/contract/chat/messages.ts';
import type { Call, InputOf } from '@atrium/contract/kit.ts';
import {
  projectAdd,
  projectArchived,
  projectExit,
  projectLists,
  projectRemove,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskDialog, taskLists, taskOne, taskRemove, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { type DialogHit, msgSearch } from '@atrium/contract/workspace/search.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { indexAll } from '#modules/searchIndex/index.service';
import type { App } from '#platform/app';
import { historiesOf, seed } from '#testing/histories';
import { administrator, allCommitted, type InnerClient, person, testServer, unique, withoutHttp } from '#testing/world';

/**
 * Nobody finds what they may not open, and everybody finds everything that they may: after a random history of rights,
 * each person's search is compared with opening everything individually. Before the index has caught up, the first half
 * must hold already.
 */
const RUNS = historiesOf(10, 200);
const PEOPLE = 4;

let people: InnerClient[];
beforeAll(async () => {
  await administrator();
  people = await Promise.all(Array.from({ length: PEOPLE }, async (_, i) => withoutHttp(await person(`p${i}`))));
});

const who = fc.nat({ max: PEOPLE - 1 });
const pick = fc.nat({ max: 100 });
const kinds = [
  'group',
  'project',
  'task',
  'talk',
  'talk',
  'talk',
  'taskTalk',
  'taskTalk',
  'join',
  'leave',
  'kick',
  'members',
  'exit',
  'visibility',
  'owner',
  'withdraw',
  'removeTask',
  'archive',
  'removeProject',
  'disband',
] as const;
const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), who, other: who, pick, visibility: fc.integer({ min: 1, max: 3 }) }),
  {
    minLength: 25,
    maxLength: 60,
  },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

class History {
  readonly word = unique('rights').replace(/[^a-z0-9]/g, '');
  readonly messages: number[] = [];
  readonly tasks: number[] = [];
  readonly projects: number[] = [];
  readonly groups: number[] = [];

  #at<T>(list: readonly T[], index: number): T | undefined {
    return list[index % Math.max(1, list.length)];
  }

  /** Refusals are part of a history. */
  async #try<C extends Call>(userid: number, call: C, input: InputOf<C>) {
    return await people[userid]?.call(call, input).catch(() => undefined);
  }

  async take(step: Step): Promise<void> {
    const { who: me, pick: index } = step;
    const other = people[step.other]?.userid ?? 0;
    const group = this.#at(this.groups, index) ?? 0;
    const project = this.#at(this.projects, index) ?? 0;
    const task = this.#at(this.tasks, index) ?? 0;
    switch (step.kind) {
      case 'group': {
        const made = await this.#try(me, groupAdd, { userids: [other], chat_name: 'Group' });
        if (made) this.groups.push(made.id);
        return;
      }
      case 'project': {
        const made = await this.#try(me, projectAdd, { name: `P ${this.word}` });
        if (!made) return;
        this.projects.push(made.id);
        await this.#try(me, projectUser, { project_id: made.id, userid: [people[me]?.userid ?? 0, other] });
        return this.#say(me, made.dialog_id);
      }
      case 'task': {
        const made = await this.#try(me, taskAdd, {
          project_id: project,
          name: `T ${this.word}`,
          visibility: step.visibility,
        });
        if (made) this.tasks.push(made.id);
        return;
      }
      case 'talk':
        return this.#say(me, group);
      case 'taskTalk': {
        const dialog = await this.#try(me, taskDialog, { task_id: task });
        return dialog && this.#say(me, dialog.dialog_id);
      }
      case 'withdraw':
        return void (await this.#try(me, msgWithdraw, { msg_id: this.#at(this.messages, index) ?? 0 }));
      default:
        return this.#change(step, { other, group, project, task });
    }
  }

  async #change(step: Step, on: { other: number; group: number; project: number; task: number }): Promise<void> {
    const me = step.who;
    const self = people[me]?.userid ?? 0;
    const both = step.pick % 2 === 0 ? [self, on.other] : [self];
    switch (step.kind) {
      case 'join':
        return void (await this.#try(me, groupAdduser, { dialog_id: on.group, userids: [on.other] }));
      case 'leave':
        return void (await this.#try(me, groupDeluser, { dialog_id: on.group }));
      case 'kick':
        return void (await this.#try(me, groupDeluser, { dialog_id: on.group, userids: [on.other] }));
      case 'disband':
        return void (await this.#try(me, groupDisband, { dialog_id: on.group }));
      case 'members':
        return void (await this.#try(me, projectUser, { project_id: on.project, userid: both }));
      case 'exit':
        return void (await this.#try(me, projectExit, { project_id: on.project }));
      case 'visibility':
        return void (await this.#try(me, taskUpdate, {
          task_id: on.task,
          visibility: step.visibility,
          visibility_appointor: [on.other],
        }));
      case 'owner':
        return void (await this.#try(me, taskUpdate, { task_id: on.task, owner: both }));
      case 'removeTask':
        return void (await this.#try(me, taskRemove, { task_id: on.task }));
      case 'archive':
        return void (await this.#try(me, projectArchived, { project_id: on.project }));
      // Rare, because otherwise nothing would be left to find.
      case 'removeProject':
        if (step.pick < 40) await this.#try(me, projectRemove, { project_id: on.project });
        return;
      default:
        return;
    }
  }

  async #say(me: number, dialog_id: number): Promise<void> {
    const sent = await this.#try(me, msgSendtext, { dialog_id, text: `${this.word} ${this.messages.length}` });
    if (sent) this.messages.push(sent.id);
  }
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/** The results of a search. */
async function foundBy(client: InnerClient, key: string) {
  const { data } = await client.call(msgSearch, { key, take: 50 });
  const tasks = await client.call(taskLists, {
    keys: { name: key },
    archived: 'all',
    scope: 'all_project',
    pagesize: 50,
  });
  const projects = await client.call(projectLists, { keys: { name: key }, archived: 'all', pagesize: 50 });
  return {
    messages: sorted((data as DialogHit[]).map((hit) => hit.search_msg_id ?? 0)),
    tasks: sorted(tasks.data.map(({ id }) => id)),
    projects: sorted(projects.data.map(({ id }) => id)),
  };
}

/** The items that the client can open one by one. */
async function openTo(client: InnerClient, history: History) {
  const may = async (ids: readonly number[], ask: (id: number) => Promise<{ is_guest?: boolean | undefined }>) => {
    const answers = await Promise.all(
      ids.map((id) =>
        ask(id).then(
          // Lists do not include tasks that the reader sees as a guest.
          ({ is_guest }) => (is_guest ? [] : [id]),
          () => [],
        ),
      ),
    );
    return sorted(answers.flat());
  };
  const mine = await client.call(projectLists, { archived: 'all', pagesize: 100 });
  const listed = new Set(mine.data.map(({ id }) => id));
  return {
    messages: await may(history.messages, async (msg_id) => ({ is_guest: !(await client.call(msgOne, { msg_id })) })),
    tasks: await may(history.tasks, (task_id) => client.call(taskOne, { task_id, archived: 'all' })),
    projects: sorted(history.projects.filter((id) => listed.has(id))),
  };
}

/** The same messages as found by a person with access to so many that words are looked up first. */
async function foundAmongMany(app: App, client: InnerClient, history: History): Promise<number[]> {
  const spoken = sql`id in (select dialog_id from messages where id = any(${history.messages}::int[]))`;
  await sql`update dialogs set last_seq = last_seq + 1000000 where ${spoken}`.execute(app.db);
  const { messages } = await foundBy(client, history.word);
  await sql`update dialogs set last_seq = last_seq - 1000000 where ${spoken}`.execute(app.db);
  return messages;
}

test('everybody finds exactly what they may open', { timeout: 600_000 }, async () => {
  const { app } = await testServer();
  let everFound = 0;
  let everHidden = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const lived = new History();
      const half = Math.floor(history.length / 2);
      for (const step of history.slice(0, half)) await lived.take(step);
      await allCommitted(app);
      await indexAll(app);
      for (const step of history.slice(half)) await lived.take(step);
      fc.pre(lived.messages.length <= 50);
      const early = await Promise.all(people.map((client) => foundBy(client, lived.word)));
      await allCommitted(app);
      await indexAll(app);
      for (const [index, client] of people.entries()) {
        const open = await openTo(client, lived);
        expect(await foundBy(client, lived.word)).toEqual(open);
        expect(await foundAmongMany(app, client, lived)).toEqual(open.messages);
        for (const kind of ['messages', 'tasks', 'projects'] as const) {
          expect(open[kind]).toEqual(expect.arrayContaining(early[index]?.[kind] ?? []));
          everFound += open[kind].length;
          everHidden += lived[kind].length - open[kind].length;
        }
      }
    }),
    { numRuns: RUNS, seed },
  );
  // A history without effect proves nothing.
  expect(everFound).toBeGreaterThan(RUNS);
  expect(everHidden).toBeGreaterThan(RUNS);
});

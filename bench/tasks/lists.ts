import { projectLists } from '@atrium/contract/projects/projects.ts';
import { type Task, taskLists } from '@atrium/contract/projects/tasks.ts';
import type pg from 'pg';
import type { Person } from '../lib/fill.ts';
import { progress, type Row } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
import { fillBoard } from './board.ts';

const LARGE = 10_000;
const PAGE = 2000;
const PROJECTS = 500;
const TASKS_PER_PROJECT = 500;
const READS = 60;
const WARM_UP = 10;

/** A project larger than a board should be: its pages as a board and a table load them. */
export async function largeProject(db: pg.Client, base: string, ada: Person): Promise<{ rows: Row[]; tasks: Task[] }> {
  const { projectId } = await fillBoard(db, ada.userid, [], LARGE);
  const wire = await Wire.open(base, ada.token);
  const page = async (number: number) => {
    const input = { project_id: projectId, parent_id: -1, pagesize: PAGE, page: number };
    return (await wire.post(taskLists.path, JSON.stringify(input))).toString();
  };
  const firsts: number[] = [];
  for (let round = 0; round < 15; round++) {
    const began = performance.now();
    await page(1);
    if (round >= 5) firsts.push(performance.now() - began);
  }
  const began = performance.now();
  const answers: string[] = [];
  for (let number = 1; number <= LARGE / PAGE; number++) answers.push(await page(number));
  const whole = performance.now() - began;
  wire.close();
  const tasks = answers.flatMap((answer) => (JSON.parse(answer) as { data: { data: Task[] } }).data.data);
  progress(`${tasks.length} tasks in ${whole.toFixed(0)} ms`);
  return {
    tasks,
    rows: [
      { what: `project of ${LARGE} tasks: first ${PAGE}, median`, figure: median(firsts), unit: 'ms', atMost: 60 },
      { what: `project of ${LARGE} tasks: all of them`, figure: whole, unit: 'ms' },
    ],
  };
}

export async function manyProjects(db: pg.Client, base: string, { userid, token }: Person): Promise<Row[]> {
  await addProjects(db, { count: PROJECTS, tasks: 20, member: userid, owner: userid });
  return asked(base, token, [
    { what: `list of ${PROJECTS} projects, first 100`, path: projectLists.path, input: { pagesize: 100 }, atMost: 25 },
  ]).then(({ rows }) => rows);
}

/** The same queries as the tasks of all projects become ten times as many, and ten times again. */
export async function growing(db: pg.Client, base: string, reader: Person, writer: Person, to: number): Promise<Row[]> {
  const rows: Row[] = [];
  const medians: Map<string, number>[] = [];
  let there = 0;
  let projectId = 0;
  for (let total = 1000; total <= to; total *= 10) {
    progress(`Filling to ${total.toLocaleString('en')} tasks`);
    const count = Math.max(2, total / TASKS_PER_PROJECT) - there;
    const first = await addProjects(db, {
      count,
      tasks: TASKS_PER_PROJECT,
      member: there ? 0 : reader.userid,
      owner: writer.userid,
    });
    projectId ||= first;
    there += count;
    const answer = await asked(
      base,
      reader.token,
      [
        {
          what: 'tasks of a project',
          path: taskLists.path,
          input: { project_id: projectId, pagesize: 100 },
          atMost: 25,
        },
        { what: 'my own tasks', path: taskLists.path, input: { pagesize: 100 }, atMost: 25 },
        {
          what: 'a name within a project',
          path: taskLists.path,
          input: { project_id: projectId, keys: { name: '77' } },
          atMost: 25,
        },
      ],
      `${total.toLocaleString('en')} tasks: `,
    );
    rows.push(...answer.rows);
    medians.push(answer.medians);
  }
  const [small, large] = [medians[0], medians.at(-1)];
  for (const [what, figure] of small === large ? [] : (small ?? [])) {
    rows.push({ what: `${what}: grows`, figure: (large?.get(what) ?? Number.NaN) / figure, unit: 'x' });
  }
  return rows;
}

interface Question {
  what: string;
  path: string;
  input: object;
  atMost: number;
}

async function asked(base: string, token: string, questions: readonly Question[], before = '') {
  const wire = await Wire.open(base, token);
  const rows: Row[] = [];
  const medians = new Map<string, number>();
  for (const { what, path, input, atMost } of questions) {
    const times: number[] = [];
    for (let read = 0; read < READS + WARM_UP; read++) {
      const began = performance.now();
      const answer = await wire.post(path, JSON.stringify(input));
      if (read >= WARM_UP) times.push(performance.now() - began);
      if (!answer.includes('"ret":1')) throw new Error(`${path}: ${answer.toString().slice(0, 300)}`);
    }
    medians.set(what, median(times));
    rows.push({ what: `${before}${what}, p50`, figure: median(times), unit: 'ms' });
    rows.push({ what: `${before}${what}, p99`, figure: percentile(times, 0.99), unit: 'ms', atMost });
  }
  wire.close();
  return { rows, medians };
}

/** Returns the first one's id. `member` 0 = only the owner. */
async function addProjects(
  db: pg.Client,
  { count, tasks, member, owner }: { count: number; tasks: number; member: number; owner: number },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `with p as (
      insert into projects (name, userid, owner_userid) select 'Many ' || n, $2, $2 from generate_series(1, $1::int) n
      returning id
    ), u as (
      insert into project_users (project_id, userid, owner)
      select p.id, m, (m = $2)::int from p, unnest(array_remove(array[$2::int, nullif($3::int, $2)], null)) m where m > 0
    ), c as (
      insert into project_columns (project_id, name) select id, 'To do' from p returning id, project_id
    ), t as (
      insert into tasks (project_id, column_id, name, userid, sort, end_at)
      select project_id, id, 'Task ' || n, $2, n, now() + make_interval(hours => n) from c, generate_series(1, $4::int) n
      returning id, project_id
    ), o as (
      insert into task_users (project_id, task_id, task_pid, userid, owner)
      select project_id, id, id, case when $3 > 0 and id % 25 = 0 then $3 else $2 end, 1 from t
    ) select min(id) as id from p`,
    [count, owner, member, tasks],
  );
  // The work of autovacuum; without it the first figures are those of freshly loaded tables.
  await db.query('vacuum analyze tasks, task_users, projects, project_users, project_columns');
  return rows[0]?.id ?? 0;
}

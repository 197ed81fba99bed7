import { taskAdd, taskCopy } from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { operatorCaller } from '#platform/callers';
import { performWork } from '#platform/work';
import { testServer, world } from '#testing/world';
import { repeatTask } from '../schedule/repeat.service.ts';

/**
 * The rule for each column in a copy and in the next repetition of a task: take it over as it is (`same`), take it over
 * with another time (`later`), or fill it on their own (`own`). A new column needs an entry, and usually a line in
 * `copyTask` (`lifecycle/copy.service.ts`) and `makeNext` (`schedule/repeat.service.ts`).
 */
type CopyRule = 'same' | 'later' | 'own';
const COLUMNS: Record<string, { copy: CopyRule; repetition: CopyRule }> = {
  name: { copy: 'same', repetition: 'same' },
  color: { copy: 'same', repetition: 'same' },
  desc: { copy: 'same', repetition: 'same' },
  project_id: { copy: 'same', repetition: 'same' },
  visibility: { copy: 'same', repetition: 'same' },
  visible_to: { copy: 'same', repetition: 'same' },
  p_level: { copy: 'same', repetition: 'same' },
  p_name: { copy: 'same', repetition: 'same' },
  p_color: { copy: 'same', repetition: 'same' },
  start_at: { copy: 'same', repetition: 'later' },
  end_at: { copy: 'same', repetition: 'later' },
  // Tags belong to a project, and a copy may go to another one.
  task_tag: { copy: 'own', repetition: 'same' },
  loop: { copy: 'own', repetition: 'same' },
  loop_at: { copy: 'own', repetition: 'later' },
  loop_day: { copy: 'own', repetition: 'same' },
  // The person who copies is the creator.
  userid: { copy: 'own', repetition: 'same' },
  // Chosen by the person who copies; a repetition begins in the first status of its project.
  column_id: { copy: 'own', repetition: 'same' },
  flow_item_id: { copy: 'own', repetition: 'own' },
  flow_item_name: { copy: 'own', repetition: 'own' },
  // Counted from the copied rows.
  file_num: { copy: 'own', repetition: 'own' },
  guests: { copy: 'own', repetition: 'own' },
  // Columns that belong to one task and are never copied.
  id: { copy: 'own', repetition: 'own' },
  parent_id: { copy: 'own', repetition: 'own' },
  dialog_id: { copy: 'own', repetition: 'own' },
  sort: { copy: 'own', repetition: 'own' },
  archived_at: { copy: 'own', repetition: 'own' },
  archived_userid: { copy: 'own', repetition: 'own' },
  archived_follow: { copy: 'own', repetition: 'own' },
  complete_at: { copy: 'own', repetition: 'own' },
  deleted_at: { copy: 'own', repetition: 'own' },
  deleted_userid: { copy: 'own', repetition: 'own' },
  // Neither was made in the conversation.
  from_dialog_id: { copy: 'own', repetition: 'own' },
  import_key: { copy: 'own', repetition: 'own' },
  created_at: { copy: 'own', repetition: 'own' },
  updated_at: { copy: 'own', repetition: 'own' },
};

async function sources() {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { app } = await testServer();
  const make = async () => {
    const { id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
    // No column that is taken over has its default.
    await sql`update tasks set color = '#123456', "desc" = 'by sea', visibility = 3, visible_to = ${[bo.userid]}::int[],
      p_level = 2, p_name = 'Soon', p_color = '#654321', start_at = '2026-03-02 09:00+00', end_at = '2026-03-02 17:00+00',
      task_tag = '[{"name":"sea","color":""}]', loop = 'month', loop_at = '2026-04-02 09:00+00', loop_day = 2
      where id = ${id}`.execute(app.db);
    return id;
  };
  const rowOf = (id: number) =>
    app.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<
      Record<string, unknown>
    >;
  return { ada, app, project, make, rowOf };
}

test('every column of tasks says what a copy and a repetition do with it', async () => {
  const { app } = await testServer();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'tasks'`.execute(app.db);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(COLUMNS).sort());
});

test.for(['copy', 'repetition'] as const)('a %s takes over the columns that it should', async (way) => {
  const { ada, app, project, make, rowOf } = await sources();
  const source = await make();
  const before = await rowOf(source);
  const columns = { task_id: source, project_id: project.id, column_id: Number(before['column_id']) };
  if (way === 'copy') await ada.call(taskCopy, { ...columns, owner: [ada.userid], assist: [] });
  else await performWork(app, operatorCaller, (work) => repeatTask(work, source));
  const { id } = await app.db
    .selectFrom('tasks')
    .select('id')
    .where('project_id', '=', project.id)
    .where('id', '>', source)
    .executeTakeFirstOrThrow();
  const made = await rowOf(id);
  for (const [name, fates] of Object.entries(COLUMNS)) {
    if (fates[way] === 'same') expect([name, made[name]]).toEqual([name, before[name]]);
    if (fates[way] === 'later') expect(Number(made[name]), name).toBeGreaterThan(Number(before[name]));
  }
});

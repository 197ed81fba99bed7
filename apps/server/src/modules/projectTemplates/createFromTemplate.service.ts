import type { InputOf } from '@atrium/contract/kit.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { projectTemplateUse } from '@atrium/contract/projects/projectTemplates.ts';
import { listProjectColumns } from '#modules/projects/columns.service';
import { createProject } from '#modules/projects/create.service';
import { flowItemsOf, saveFlow } from '#modules/projects/flows.service';
import { oneProject } from '#modules/projects/projects.service';
import { saveTag } from '#modules/projects/tags.service';
import { mayAddProjects } from '#modules/system/permits.service';
import { addTask } from '#modules/tasks/lifecycle/create.service';
import { updateTask } from '#modules/tasks/lifecycle/update.service';
import { zoneOfPerson } from '#modules/tasks/schedule/zone.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { layouts } from './layouts.ts';
import { templateIn } from './templates.service.ts';

/** @throws project.add, project.name */
export async function createFromTemplate(work: Work, input: InputOf<typeof projectTemplateUse>): Promise<Project> {
  if (!(await mayAddProjects(work))) throw fail('project.add');
  const template = await templateIn(work.caller.lang, input.template);
  const isStaged = layouts[input.template].stages !== undefined;
  const { id: project_id } = await createProject(work, {
    name: input.name,
    desc: input.desc ?? template.about,
    columns: template.columns.map(({ name }) => name),
    personal: false,
    withFlow: !isStaged,
  });
  const { data: columns } = await listProjectColumns(work, { project_id });
  const idOf = (column: number) => columns[column]?.id ?? 0;
  if (isStaged) {
    const turns = template.statuses.map((_, index) => -1 - index);
    const flows = template.statuses.map((status, index) => ({
      ...status,
      id: -1 - index,
      turns,
      columnid: idOf(index),
    }));
    await saveFlow(work, { project_id, flows });
  }
  // Tags are created in reverse, because the newest one is listed first.
  for (const tag of template.tags.toReversed()) await saveTag(work, { project_id, ...tag });
  if (input.examples) {
    const statuses = await flowItemsOf(work, project_id);
    const dueIn = await dueDays(work);
    const colors = new Map(template.tags.map(({ name, color }) => [name, color]));
    for (const [index, { tasks }] of template.columns.entries()) {
      for (const task of tasks) {
        const { id: task_id } = await addTask(work, {
          project_id,
          column_id: String(idOf(index)),
          name: task.name,
          subtasks: task.subtasks.map((name) => ({ name })),
          task_tag: task.tags.map((name) => ({ name, color: colors.get(name) ?? '' })),
          ...(task.due && { times: ['', dueIn(task.due)] }),
          ...(task.subtasks.length > 0 && { content: `<p>${template.note}</p>` }),
        });
        // A new task has the first status, which is that of the first column.
        const status = isStaged && index > 0 ? statuses[index]?.id : undefined;
        if (status) await updateTask(work, { task_id, flow_item_id: status });
      }
    }
  }
  return oneProject(work, { project_id });
}

/** Makes dates without a time, counted from today in the time zone of the person who creates the project. */
async function dueDays(work: Work): Promise<(days: number) => string> {
  const zone = await zoneOfPerson(work, work.caller.userid);
  const today = Temporal.Instant.fromEpochMilliseconds(work.now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  return (days) => today.add({ days }).toString();
}

import type { InputOf } from '@atrium/contract/kit.ts';
import { encodeStatus, type FlowItem } from '@atrium/contract/projects/flows.ts';
import type { taskMove } from '@atrium/contract/projects/tasks.ts';
import { flowItemsOf } from '#modules/projects/flows.service';
import { listMemberIds } from '#modules/projects/members/members.service';
import { columnFor, projectFor } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import type { TaskView } from '../tasks.queries.ts';
import { checkPeople } from './create.service.ts';

export type PlaceInput = InputOf<typeof taskMove>;

/** The target of a moved task, and its state there. */
export interface Place {
  project: Awaited<ReturnType<typeof projectFor>>['project'];
  column: { id: number; name: string };
  members: ReadonlySet<number>;
  /** The target project's statuses. */
  items: readonly FlowItem[];
  item: FlowItem | undefined;
  isCompleted: boolean;
  owner: number[];
  assist: number[];
}

/**
 * Resolves a request: checks that the caller has access to the target and that its workflow has the status. People who
 * are members of the project keep their roles.
 *
 * @throws task.pick_status  if there is a workflow and no status was given
 */
export async function placeFor(work: Work, task: TaskView, input: PlaceInput): Promise<Place> {
  const { project } = await projectFor(work, input.project_id);
  const { column } = await columnFor(work, input.column_id, { hold: true });
  if (column.project_id !== project.id) throw fail('column.gone');
  checkPeople(input.owner, input.assist);
  const items = await flowItemsOf(work, project.id, { hold: true });
  const members = await listMemberIds(work, project.id);
  const item = itemFor(items, task, input);
  const had = (role: number) => task.people.filter((person) => person.owner === role).map((person) => person.userid);
  const membersOnly = (userids: readonly number[]) => userids.filter((userid) => members.has(userid));
  const owner = membersOnly(input.owner ?? had(1));
  return {
    project,
    column,
    members,
    items,
    item,
    isCompleted: item
      ? item.status === 'end'
      : (input.completed ?? (project.id === task.project_id && Boolean(task.complete_at))),
    owner,
    // Each person has one role: a person in both lists is an owner.
    assist: membersOnly(input.assist ?? had(0)).filter((userid) => !owner.includes(userid)),
  };
}

function itemFor(items: readonly FlowItem[], task: TaskView, input: PlaceInput): FlowItem | undefined {
  if (items.length === 0) return undefined;
  // Within its project a task keeps its status; another project has other statuses.
  const wish = input.flow_item_id ?? (input.project_id === task.project_id ? task.flow_item_id : 0);
  if (wish === 0 && input.project_id === task.project_id) return undefined;
  if (wish === 0) throw fail('task.pick_status', { project_id: input.project_id });
  const item = items.find((each) => each.id === wish);
  if (!item) throw fail('flow.gone');
  return item;
}

/** The status fields of a task's row. */
export const statusOf = (item: FlowItem | undefined) => ({
  flow_item_id: item?.id ?? 0,
  flow_item_name: item ? encodeStatus(item) : '',
});

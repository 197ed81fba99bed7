import { TASK_NAME_CHARS, TASK_PEOPLE, TASK_TAGS } from '@atrium/contract/projects/tasks.ts';
import { cleanContent } from '@atrium/richtext/html/content.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { renderMarkdown } from '@atrium/richtext/markdown/markdown.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { createGroup } from '#modules/dialogs/members/membership.service';
import { createProject } from '#modules/projects/create.service';
import { recordFirstHolders } from '#modules/projects/members/holders.service';
import { addMembers } from '#modules/projects/members/members.service';
import { requestIndexing } from '#modules/searchIndex/requestIndexing.service';
import { truncate } from '#platform/events/truncate';
import type { Work } from '#platform/work';
import { type PlannedLabel, type PlannedProject, type PlannedTask, resolveMentions } from '../imports.plan.ts';
import { filesText, importMessages } from './messages.service.ts';
import type { PeopleMap } from './people.import.ts';
import {
  findHighestSort,
  findImportedColumn,
  findImportedProject,
  findImportedTask,
  forgetImportedProject,
  insertImportedColumn,
  insertImportedContent,
  insertImportedOwners,
  insertImportedSubtask,
  insertImportedTags,
  insertImportedTask,
  listColumnIds,
  listTaskPeople,
  setImportedColumn,
  setProjectImportKey,
  setTaskDesc,
  setTaskDialog,
} from './projects.queries.ts';
import type { Tally } from './tally.ts';

const MAX_SUBTASKS = 50;
const NAME_CHARS = 32;

/** Imports a board: its lists, cards, checklists, labels and comments. Results of an earlier import stay. */
export async function importProject(
  work: Work,
  source: string,
  plan: PlannedProject,
  people: PeopleMap,
  tally: Tally,
): Promise<void> {
  const keyOf = keysOf(source, plan);
  const project = await projectOf(work, { key: `${source}:${plan.external_id}`, keyOf }, plan, people, tally);
  const columns = await importColumns(work, keyOf, project.id, plan, tally);
  for (const task of plan.tasks) {
    const columnId = columns.get(task.column);
    if (columnId !== undefined) await importTask(work, keyOf, project.id, columnId, task, people, tally);
    tally.step();
  }
}

/**
 * The key by which a record of the board is recognized. Globally unique ids are used as they are; an id like `list1` is
 * not unique.
 */
type KeyOf = (externalId: string) => string;
const UNIQUE_ID = /^[0-9a-f]{24}$/;
export const keysOf =
  (source: string, { external_id }: PlannedProject): KeyOf =>
  (id) =>
    UNIQUE_ID.test(id) ? `${source}:${id}` : `${source}:${external_id}:${id}`;

async function projectOf(
  work: Work,
  { key, keyOf }: { key: string; keyOf: KeyOf },
  plan: PlannedProject,
  people: PeopleMap,
  tally: Tally,
) {
  const known = await findImportedProject(work.tx, key);
  const members = plan.members.flatMap((id) => people.get(id) ?? []);
  // The project was deleted after an earlier import: this import makes another one, with the records that were deleted
  // along with it.
  if (known?.deleted_at) await forgetImportedProject(work.tx, known.id);
  else if (known) {
    await addMembers(
      work,
      known,
      members.filter((userid) => userid !== known.owner_userid),
    );
    return known;
  }
  const name = [...plan.name].slice(0, NAME_CHARS).join('').trim();
  const project = await createProject(work, {
    name: [...name].length < 2 ? `${name} 1` : name,
    desc: [...plan.desc].slice(0, 255).join(''),
    columns: plan.columns.map((column) => truncate(column.name, 100)),
    personal: false,
    members,
  });
  const made = await listColumnIds(work.tx, project.id);
  for (const [index, column] of plan.columns.entries()) {
    const row = made[index];
    if (row)
      await setImportedColumn(
        work.tx,
        { import_key: keyOf(column.external_id), deleted_at: isPutAway(plan, column) ? work.now : null },
        row.id,
      );
  }
  await importTags(work, project.id, plan.labels);
  tally.count('columns', plan.columns.length);
  tally.count('projects');
  return await setProjectImportKey(work.tx, key, project.id);
}

/** An archived list is not on the board; it returns with the first of its tasks that is restored. */
const isPutAway = ({ columns }: PlannedProject, column: PlannedProject['columns'][number]) =>
  column.is_archived && columns.some((each) => !each.is_archived);

const MAX_TAGS = 100;

/** The tags of labels. Each name occurs once: of labels that differ in color alone, the first one stays. */
function tagsOf(labels: readonly PlannedLabel[]): { name: string; color: string }[] {
  const tags = new Map<string, { name: string; color: string }>();
  for (const tag of labels.map(tagOf)) if (tag.name !== '' && !tags.has(tag.name)) tags.set(tag.name, tag);
  return [...tags.values()];
}

/** Inserts all labels in one statement. */
async function importTags(work: Work, projectId: number, labels: readonly PlannedLabel[]): Promise<void> {
  const tags = tagsOf(labels).slice(0, MAX_TAGS);
  if (tags.length === 0) return;
  await insertImportedTags(
    work.tx,
    tags.map(({ name, color }, sort) => ({
      project_id: projectId,
      name,
      color: color || NO_COLOR,
      userid: work.caller.userid,
      sort,
    })),
  );
}

async function importColumns(
  work: Work,
  keyOf: KeyOf,
  projectId: number,
  plan: PlannedProject,
  tally: Tally,
): Promise<Map<string, number>> {
  const map = new Map<string, number>();
  for (const [sort, column] of plan.columns.entries()) {
    const key = keyOf(column.external_id);
    const known = await findImportedColumn(work.tx, key);
    const id =
      known?.id ??
      (
        await insertImportedColumn(work.tx, {
          project_id: projectId,
          name: truncate(column.name, 100),
          sort,
          import_key: key,
          deleted_at: isPutAway(plan, column) ? work.now : null,
        })
      ).id;
    if (!known) tally.count('columns');
    map.set(column.external_id, id);
  }
  return map;
}

const date = (text: string | null) => (text ? new Date(text) : null);

async function importTask(
  work: Work,
  keyOf: KeyOf,
  projectId: number,
  columnId: number,
  plan: PlannedTask,
  people: PeopleMap,
  tally: Tally,
): Promise<void> {
  const key = keyOf(plan.external_id);
  const { tx } = work;
  const known = await findImportedTask(tx, key);
  const end = date(plan.end_at);
  const start =
    date(plan.start_at) ??
    (end && new Date(Math.min(end.getTime() - 3_600_000, date(plan.created_at)?.getTime() ?? end.getTime())));
  const task =
    known ??
    (await insertImportedTask(tx, {
      project_id: projectId,
      column_id: columnId,
      name: [...plan.name].slice(0, TASK_NAME_CHARS).join('') || plan.external_id,
      userid: (plan.author !== null && people.get(plan.author)) || work.caller.userid,
      start_at: start,
      end_at: end,
      complete_at: date(plan.complete_at) ?? (plan.is_archived ? work.now : null),
      archived_at: plan.is_archived ? work.now : null,
      sort: await nextSort(work, columnId),
      color: TASK_COLORS[shade(plan.color)] ?? '',
      task_tag: JSON.stringify(tagsOf(plan.labels).slice(0, TASK_TAGS)),
      import_key: key,
      created_at: date(plan.created_at) ?? work.now,
    }));
  if (!known) {
    tally.count('tasks');
    await requestIndexing(work, 'task', [task.id]);
    await importDetails(work, task, plan, people, tally);
  }
  if (plan.comments.length === 0) return;
  const dialogId = task.dialog_id || (await taskDialog(work, task.id, task.name));
  const comments = plan.comments.map((comment) => ({
    key: keyOf(comment.external_id),
    isComment: true,
    author: comment.author,
    kind: 'text' as const,
    text: comment.text,
    type: comment.type,
    createdAt: comment.created_at,
    isEdited: comment.edited_at !== null,
    replyKey: null,
    reactions: [],
    files: [],
  }));
  await importMessages(work, dialogId, comments, people, tally);
}

async function nextSort(work: Work, columnId: number): Promise<number> {
  const row = await findHighestSort(work.tx, columnId);
  return (row?.high ?? -1) + 1;
}

/** Trello's color names mapped to ours. */
const COLORS: Record<string, string> = {
  green: '#73b45c',
  yellow: '#f2d86d',
  orange: '#faaa6c',
  red: '#ff7070',
  purple: '#b583e3',
  blue: '#51abea',
  sky: '#51abea',
  lime: '#73b45c',
  pink: '#ff819c',
  black: '#999999',
};
const NO_COLOR = '#999999';
/** The seven background colors that a task may have. */
const TASK_COLORS: Record<string, string> = {
  yellow: '#fffae6',
  orange: '#fffae6',
  blue: '#e5f5ff',
  sky: '#e5f5ff',
  green: '#ecffe5',
  lime: '#ecffe5',
  red: '#ffeaee',
  pink: '#ffeaee',
  purple: '#f6ecff',
  black: '#f3f3f3',
};
const shade = (color: string | null) => (color ?? '').split('_')[0] ?? '';
const tagOf = ({ name, color }: PlannedLabel) => ({
  name: truncate(name || color || '', 50),
  color: COLORS[shade(color)] ?? '',
});

async function importDetails(
  work: Work,
  task: { id: number; project_id: number; column_id: number; archived_at: Date | null },
  plan: PlannedTask,
  people: PeopleMap,
  tally: Tally,
): Promise<void> {
  const { tx } = work;
  const owners = [...new Set(plan.members.flatMap((id) => people.get(id) ?? []))].slice(0, TASK_PEOPLE);
  if (owners.length > 0) {
    await insertImportedOwners(
      tx,
      owners.map((userid) => ({
        project_id: task.project_id,
        task_id: task.id,
        task_pid: task.id,
        userid,
        owner: 1,
      })),
    );
    recordFirstHolders(work, task.id, owners, 'create');
  }
  const items = plan.checklists.flatMap((list) => list.items.map((item) => ({ ...item, list: list.name })));
  for (const item of items.slice(0, MAX_SUBTASKS)) {
    const subtask = await insertImportedSubtask(tx, {
      project_id: task.project_id,
      column_id: task.column_id,
      parent_id: task.id,
      name: [...item.name].slice(0, TASK_NAME_CHARS).join('') || '–',
      userid: work.caller.userid,
      complete_at: item.is_done ? work.now : null,
      archived_at: task.archived_at,
    });
    await requestIndexing(work, 'task', [subtask.id]);
    tally.count('checklist_items');
  }
  const rest = items
    .slice(MAX_SUBTASKS)
    .map(
      (item) =>
        `<li data-list="${item.is_done ? 'checked' : 'unchecked'}">${escapeText(plainText(item.name, 'md'))}</li>`,
    );
  const text =
    plan.content_type === 'md'
      ? renderMarkdown(plan.content)
      : resolveMentions(plan.content, (id) => people.get(id) ?? null);
  const html = cleanContent(
    `${text}${rest.length ? `<ul>${rest.join('')}</ul>` : ''}${filesText(plan.attachments, 'html')}`,
  );
  tally.count('attachments', plan.attachments.length);
  if (!html) return;
  const desc = [...plainText(html, 'html').replace(/\s+/g, ' ').trim()].slice(0, 100).join('');
  await insertImportedContent(tx, {
    task_id: task.id,
    project_id: task.project_id,
    userid: work.caller.userid,
    desc,
    content: html,
  });
  await setTaskDesc(tx, desc, task.id);
}

async function taskDialog(work: Work, taskId: number, name: string): Promise<number> {
  const people = await listTaskPeople(work.tx, taskId);
  const dialog = await createGroup(work, {
    groupType: 'task',
    name,
    ownerId: 0,
    linkId: taskId,
    members: people.map((row) => row.userid),
    important: true,
  });
  await setTaskDialog(work.tx, dialog.id, taskId);
  return dialog.id;
}

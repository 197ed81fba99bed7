import { addPicturedTask, LOCAL_PICTURE, localPictures } from '@atrium/client/projects/newTask.ts';
import { addTask } from '@atrium/client/projects/projectActions.ts';
import { type QuickTask, quickSpan } from '@atrium/client/projects/quickAdd.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { Tag } from '@atrium/contract/projects/tags.ts';
import { templateSearch } from '@atrium/contract/projects/taskExtras.ts';
import { TASK_TAGS, type taskAdd } from '@atrium/contract/projects/tasks.ts';
import { VISIBILITY, type Visibility } from '@atrium/contract/projects/visibility.ts';
import { isPicture, refusalOf } from '#entities/message/files/file.actions.ts';
import type { Priority } from '#entities/task/menu/priorities.ts';
import type { NewTaskPreset } from '#entities/task/newTask.ts';
import { dayTimes } from '#entities/task/times/times.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { notify } from '#ui/overlays/notices.ts';

export interface NewSubtask {
  name: string;
  owner: number;
  /** The beginning; by default the task's. */
  start?: number | null;
  end?: number | null;
}
/** The form's content, as it is stored until sent. Times are milliseconds. */
export interface NewTask {
  projectId: number;
  columnId: number;
  name: string;
  content: string;
  owner: readonly number[];
  assist: readonly number[];
  tags: readonly string[];
  /** 0 = none; -1 = the workspace's default. */
  level: number;
  start: number | null;
  end: number | null;
  visibility: Visibility;
  seers: readonly number[];
  subtasks: readonly NewSubtask[];
  /** The template used; 0 = none. */
  templateId: number;
}

const KEY = 'new_task';
const PLACE = 'new_task.place';

/** Remembers the target, which is likely that of the next task too. */
export const rememberPlace = ({ projectId, columnId }: NewTask) =>
  localStorage.setItem(PLACE, JSON.stringify([projectId, columnId]));

function lastPlace(): Pick<NewTask, 'projectId' | 'columnId'> {
  try {
    const [projectId = 0, columnId = 0] = JSON.parse(localStorage.getItem(PLACE) ?? '[]') as number[];
    return { projectId, columnId };
  } catch {
    return { projectId: 0, columnId: 0 };
  }
}

export const emptyTask = (place: Pick<NewTask, 'projectId' | 'columnId'> = lastPlace()): NewTask => ({
  ...place,
  name: '',
  content: '',
  owner: [client.user?.userid ?? 0],
  assist: [],
  tags: [],
  level: -1,
  start: null,
  end: null,
  visibility: VISIBILITY.project,
  seers: [],
  subtasks: [],
  templateId: 0,
});

/**
 * Returns the stored draft or an empty form, with known fields applied. A name that was typed elsewhere is stored at
 * once.
 */
export function beginTask({ projectId = 0, columnId = 0, name = '', level, template, span }: NewTaskPreset): NewTask {
  const begun = { ...emptyTask(), ...storedDraft() };
  for (const key of localPictures(begun.content)) own.add(key);
  const task = {
    ...begun,
    ...(projectId > 0 && { projectId, columnId }),
    ...(name && { name }),
    ...(level !== undefined && { level }),
    ...(template && !begun.content && { content: template.content, templateId: template.id }),
    ...(span && { start: span[0].getTime(), end: span[1].getTime() }),
  };
  if (name) storeDraftTask(task);
  return task;
}

function storedDraft(): Partial<NewTask> {
  try {
    return JSON.parse(client.drafts.content(KEY) || '{}') as Partial<NewTask>;
  } catch {
    return {};
  }
}

/** Stores the form while it contains text by the person. */
export function storeDraftTask(task: NewTask): void {
  const isBegun = task.name.trim() !== '' || task.content !== '' || task.subtasks.length > 0;
  if (isBegun) client.drafts.write(KEY, JSON.stringify(task));
  else client.drafts.remove(KEY);
}

/**
 * Returns the task with the parts of its title besides the name. These count more than the fields, except for a time
 * that was entered.
 */
export function withTitle(task: NewTask, read: QuickTask): NewTask {
  const span = task.end === null ? quickSpan(read, dayTimes()) : null;
  return {
    ...task,
    name: read.name,
    ...(read.owner.length > 0 && {
      owner: read.owner,
      assist: task.assist.filter((userid) => !read.owner.includes(userid)),
    }),
    tags: [...new Set([...task.tags, ...read.tags.map(({ name }) => name)])].slice(0, TASK_TAGS),
    ...(read.priority && { level: read.priority.priority }),
    ...(span && { start: span[0].getTime(), end: span[1].getTime() }),
  };
}

type Span = Pick<NewTask, 'start' | 'end'>;

const isPlanned = ({ start, end }: Partial<Span>): boolean => typeof start === 'number' && typeof end === 'number';

/** The task's time, extended over planned subtasks. */
export function wholeSpan(task: NewTask): Span {
  const spans = [task, ...task.subtasks].filter(isPlanned);
  if (spans.length === 0) return { start: null, end: null };
  return {
    start: Math.min(...spans.map(({ start }) => Number(start))),
    end: Math.max(...spans.map(({ end }) => Number(end))),
  };
}

/** The question about the effect of the subtasks' times on the task's; null if there is none. */
export function spanQuestion(task: NewTask): 'set_parent' | 'widen_parent' | null {
  const { start, end } = wholeSpan(task);
  if (start === null) return null;
  if (!isPlanned(task)) return 'set_parent';
  return task.start === start && task.end === end ? null : 'widen_parent';
}

const timesOf = ({ start, end }: Partial<Span>) =>
  typeof start === 'number' && typeof end === 'number' && { times: [toWire(new Date(start)), toWire(new Date(end))] };

/** Returns the input of the call, with times in the wire's format. Former members are left out. */
export function inputOf(
  task: NewTask,
  { priority, tags, members }: { priority: Priority | undefined; tags: readonly Tag[]; members: ReadonlySet<number> },
): InputOf<typeof taskAdd> {
  const present = (userids: readonly number[]) => userids.filter((userid) => members.has(userid));
  const owner = present(task.owner);
  return {
    project_id: task.projectId,
    column_id: String(task.columnId),
    name: task.name.trim(),
    owner,
    assist: present(task.assist).filter((userid) => !owner.includes(userid)),
    visibility: task.visibility,
    ...(task.visibility === VISIBILITY.chosen && { visibility_appointor: present(task.seers) }),
    ...(task.content && { content: task.content }),
    ...(task.templateId > 0 && { template_id: task.templateId }),
    ...timesOf(wholeSpan(task)),
    ...(priority
      ? { p_level: priority.priority, p_name: priority.name, p_color: priority.color }
      : task.level === 0 && { p_level: 0 }),
    ...(task.tags.length > 0 && {
      task_tag: task.tags.map((name) => ({ name, color: tags.find((tag) => tag.name === name)?.color ?? '' })),
    }),
    ...(task.subtasks.length > 0 && {
      subtasks: task.subtasks
        .filter((sub) => sub.name.trim() !== '')
        .map((sub) => ({ name: sub.name.trim(), owner: present([sub.owner]), ...timesOf(sub) })),
    }),
  };
}

/** Sends a task, which is shown at once. After a refusal, with a notice, the form gets its content back. */
export function sendTask(task: NewTask, input: InputOf<typeof taskAdd>): void {
  rememberPlace(task);
  client.drafts.remove(KEY);
  const pictures = localPictures(input.content ?? '');
  if (pictures.length > 0) return void sendPictured(task, input, pictures);
  client.mutate(addTask, input).catch(() => bringBack(task));
}

function bringBack(task: NewTask): void {
  if (!client.drafts.content(KEY)) storeDraftTask(task);
}

async function sendPictured(task: NewTask, input: InputOf<typeof taskAdd>, keys: readonly string[]): Promise<void> {
  for (const key of keys) own.delete(key);
  const files = new Map<string, Blob | undefined>();
  for (const key of keys) files.set(key, await client.files.get(key));
  const names = Object.fromEntries(keys.map((key) => [key, nameOf(files.get(key))]));
  const lost = t('file.lost', { name: Object.values(names).join(', ') });
  client
    .mutate(addPicturedTask, input, { names, lost })
    // The pictures that were sent with it are deleted, so they get new keys.
    .catch(() => {
      let { content } = task;
      for (const [key, file] of files)
        if (file) content = content.replaceAll(LOCAL_PICTURE + key, LOCAL_PICTURE + keepPicture(file));
      bringBack({ ...task, content });
    });
}

const nameOf = (file: Blob | undefined) => (file instanceof File && file.name) || 'image.png';

/** The pictures of the form that nothing else will send. */
const own = new Set<string>();

function keepPicture(file: Blob): string {
  const key = client.files.add(file);
  own.add(key);
  return key;
}

/** Returns valid pictures, ready for a description; problems of the others are shown. */
export function addPictures(files: readonly File[]): { src: string; alt: string }[] {
  const refused = (file: File) => refusalOf(file) || (isPicture(file) ? '' : t('file.no_picture', { name: file.name }));
  for (const file of files) {
    const refusal = refused(file);
    if (refusal) notify(refusal, { kind: 'error' });
  }
  return files
    .filter((file) => !refused(file))
    .map((file) => ({ src: LOCAL_PICTURE + keepPicture(file), alt: nameOf(file) }));
}

/** Deletes pictures that no draft shows, when the form closes. */
export function tidyPictures(): void {
  const shown = new Set(localPictures(storedDraft().content ?? ''));
  for (const key of own) {
    if (shown.has(key)) continue;
    own.delete(key);
    client.files.drop(key);
  }
}

/** The number of templates that a search returns. */
const FOUND = 50;
/** Finds shared templates of the person's projects; empty if they cannot be loaded. */
export const findTemplates = (keyword: string) =>
  client.api.read(templateSearch, { keyword, page_size: FOUND }).then(
    ({ items }) => items,
    () => [],
  );

import type { InputOf } from '@atrium/contract/kit.ts';
import { taskContentHistory } from '@atrium/contract/projects/taskExtras.ts';
import type * as contract from '@atrium/contract/projects/tasks.ts';
import { cleanContent } from '@atrium/richtext/html/content.ts';
import { tasksNamedIn } from '@atrium/richtext/mentions.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { pageOf } from '#platform/http/pagination';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { taskFor } from '../tasks.access.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { countContents, findContent, insertContent, listContentRows, setTaskExcerpt } from './content.queries.ts';
import { linkDescribedPictures } from './files.service.ts';
import { relateTasks } from './relations.service.ts';

const EXCERPT_CHARS = 100;

/** Checklist items in plain text begin with a character instead of a box. */
const withBoxes = (html: string) =>
  html.replaceAll('<li data-list="unchecked">', '<li>☐ ').replaceAll('<li data-list="checked">', '<li>☑ ');

/** Stores a description in full, each save as a new version. The task has a plain excerpt for its card. */
export async function saveContent(work: Work, task: TaskRow, html: string): Promise<{ cameFiles: boolean }> {
  const content = cleanContent(html);
  const desc = [...plainText(withBoxes(content), 'html').replace(/\s+/g, ' ').trim()].slice(0, EXCERPT_CHARS).join('');
  await insertContent(work.tx, {
    task_id: task.id,
    project_id: task.project_id,
    userid: work.caller.userid,
    desc,
    content,
  });
  await setTaskExcerpt(work.tx, desc, work.now, task.id);
  await relateTasks(work, task, tasksNamedIn(content, 'html', work.app.publicUrl));
  return { cameFiles: (await linkDescribedPictures(work, task.id, content)) > 0 };
}

export async function readContent(view: View, { task_id, history_id }: InputOf<typeof contract.taskContent>) {
  const task = await taskFor(view, task_id);
  const row = await findContent(view.tx, task.id, history_id || undefined);
  if (!row) return {};
  return {
    id: row.id,
    project_id: row.project_id,
    task_id: row.task_id,
    userid: row.userid,
    desc: row.desc,
    content: row.content,
    created_at: wireTime(row.created_at),
    ...(history_id && { name: task.name }),
  };
}

export async function listContents(view: View, input: InputOf<typeof taskContentHistory>) {
  const task = await taskFor(view, input.task_id);
  const size = input.pagesize ?? 20;
  const page = input.page ?? 1;
  const [rows, total] = await Promise.all([
    listContentRows(view.tx, task.id, page, size),
    countContents(view.tx, task.id),
  ]);
  return pageOf(view, taskContentHistory.path, {
    rows: rows.map((row) => ({ ...row, created_at: wireTime(row.created_at) })),
    total,
    page,
    size,
  });
}

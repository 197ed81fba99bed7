import { renderMarkdown } from '@atrium/richtext/markdown/markdown.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { addTask } from '#modules/tasks/lifecycle/create.service';
import { callerNow } from '#modules/users/callers.service';
import { listByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import { performWork } from '#platform/work';
import { Refusal } from './formats/post.ts';
import type { WantedTask } from './formats/task.ts';
import type { Hook } from './post.service.ts';
import { countPost } from './webhooks.queries.ts';

const NAME_CHARS = 255;
const MOST_CHARS = 40_000;

/**
 * Creates a task in the project of a webhook's conversation, with the rights that its maker has now.
 *
 * @throws Refusal if the conversation is of no project, or a field is wrong; webhook.gone, and what `addTask` throws
 */
export async function makeTask(app: App, hook: Hook, wanted: WantedTask): Promise<void> {
  const maker = await callerNow(app, hook.userid);
  if (!maker) throw fail('webhook.gone');
  if (!wanted.name) throw new Refusal(400, 'no_title');
  const end_at = dueOf(wanted.due);
  await performWork(app, maker, async (work) => {
    const { dialog } = await dialogFor(work, hook.dialog_id);
    if (dialog.group_type !== 'project') throw new Refusal(400, 'no_project');
    const people = wanted.assignees.length > 0 ? await listByEmail(work.tx, wanted.assignees) : [];
    if (people.length < new Set(wanted.assignees).size) throw new Refusal(400, 'unknown_assignee');
    await addTask(work, {
      project_id: dialog.link_id,
      name: truncate(wanted.name.replaceAll(/\s+/g, ' '), NAME_CHARS),
      ...(wanted.content && { content: renderMarkdown(truncate(wanted.content, MOST_CHARS)) }),
      ...(end_at && { start_at: wireTime(work.now), end_at }),
      owner: people.map(({ userid }) => userid),
    });
    await countPost(work.tx, hook.id, work.now);
  });
}

/** Converts a day, or a time in ISO 8601, to a time as calls have it. @throws Refusal */
function dueOf(due: string): string {
  if (!due) return '';
  if (/^\d{4}-\d\d-\d\d$/.test(due) && !Number.isNaN(Date.parse(due))) return `${due} 18:00:00`;
  const at = /^\d{4}-\d\d-\d\dT/.test(due) ? new Date(due) : parseTime(due);
  if (!at || Number.isNaN(at.getTime())) throw new Refusal(400, 'invalid_due');
  return wireTime(at);
}

/** True if a mail becomes a task: in the conversation of a project. */
export async function isOfProject(app: App, hook: Hook): Promise<boolean> {
  const maker = await callerNow(app, hook.userid);
  if (!maker) throw fail('webhook.gone');
  const { dialog } = await dialogFor({ app, tx: app.db, caller: maker, now: new Date() }, hook.dialog_id);
  return dialog.group_type === 'project';
}

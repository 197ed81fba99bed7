import { messagesReadBy } from '#modules/dialogs/dialogs.access';
import { filesReadBy } from '#modules/drive/drive.access';
import { projectsReadBy } from '#modules/projects/projects.access';
import { tasksSeenBy } from '#modules/tasks/tasks.access';
import type { View } from '#platform/work';

interface Logged {
  type: string;
  action: string;
  data: Record<string, unknown>;
}

/** Events about items that a person may no longer see: they contain ids only. */
const ENDINGS: Record<string, readonly string[]> = {
  project: ['delete', 'archived', 'top', 'heads'],
  projectColumn: ['delete'],
  projectTask: ['delete'],
  file: ['delete', 'compress'],
};

type Kind = 'task' | 'project' | 'file' | 'message';
const KINDS: Record<string, { kind: Kind; field: string }> = {
  project: { kind: 'project', field: 'id' },
  projectColumn: { kind: 'project', field: 'project_id' },
  projectTask: { kind: 'task', field: 'id' },
  file: { kind: 'file', field: 'id' },
};

/** The id for an event without a subject. No row has it, so nobody sees the event. */
const NOTHING = -1;

/** The thing that an event reveals; null if it reveals nothing restricted. */
function subjectOf(event: Logged): { kind: Kind; id: number } | null {
  const subject = namedBy(event);
  return subject && { ...subject, id: Number.isSafeInteger(subject.id) ? subject.id : NOTHING };
}

function namedBy({ type, action, data }: Logged): { kind: Kind; id: number } | null {
  // A message that was edited and then withdrawn reveals nothing.
  if (type === 'dialog' && action === 'update') return { kind: 'message', id: Number(data.id) };
  const known = KINDS[type];
  if (!known || ENDINGS[type]?.includes(action)) return null;
  // Events with the number of a task's files name the task this way.
  return { kind: known.kind, id: Number((known.kind === 'task' && data.task_id) || data[known.field]) };
}

/**
 * The given events whose content the caller may still see. The audience was decided when the event was written;
 * access may have been revoked since.
 */
export async function filterVisible<E extends Logged>(view: View, events: readonly E[]): Promise<E[]> {
  const wanted: Record<Kind, Set<number>> = {
    task: new Set(),
    project: new Set(),
    file: new Set(),
    message: new Set(),
  };
  for (const event of events) {
    const subject = subjectOf(event);
    if (subject) wanted[subject.kind].add(subject.id);
  }
  const [task, project, file, message] = await Promise.all([
    tasksSeenBy(view, [...wanted.task]),
    projectsReadBy(view, [...wanted.project]),
    filesReadBy(view, [...wanted.file]),
    messagesReadBy(view, [...wanted.message]),
  ]);
  const seen = { task, project, file, message };
  return events.filter((event) => {
    const subject = subjectOf(event);
    return !subject || seen[subject.kind].has(subject.id);
  });
}

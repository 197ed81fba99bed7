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

/** Events that tell somebody that they lost something: they name it and show nothing of it. */
const ENDINGS: Record<string, readonly string[]> = {
  project: ['delete', 'archived', 'top'],
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

/** An id that no row has: an event that names nothing is shown to nobody. */
const NOTHING = -1;

/** What an event shows something of; null where it shows nothing that only some may see. */
function subjectOf(event: Logged): { kind: Kind; id: number } | null {
  const subject = namedBy(event);
  return subject && { ...subject, id: Number.isSafeInteger(subject.id) ? subject.id : NOTHING };
}

function namedBy({ type, action, data }: Logged): { kind: Kind; id: number } | null {
  // A message that was edited and then withdrawn shows nothing any more.
  if (type === 'dialog' && action === 'update') return { kind: 'message', id: Number(data.id) };
  const known = KINDS[type];
  if (!known || ENDINGS[type]?.includes(action)) return null;
  // Counts of a task's files name it so.
  return { kind: known.kind, id: Number((known.kind === 'task' && data.task_id) || data[known.field]) };
}

/**
 * Those of these events whose content the caller may still see. An audience was decided when the event was written; what
 * it shows may have been taken away since.
 */
export async function stillVisible<E extends Logged>(view: View, events: readonly E[]): Promise<E[]> {
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

import { seesAnyTask } from '#modules/dialogs/dialogs.access';
import type { FileOwner } from '#modules/files/owners.service';
import { recordFileView } from '#modules/recents/note.service';

/** Files of tasks. */
export const taskFiles: FileOwner = {
  async open(view, { id, tasks }) {
    if (!(await seesAnyTask(view, tasks))) return undefined;
    return {
      note: (writing) => recordFileView(writing, { type: 'task_file', target_id: id, source_id: tasks.at(-1) ?? 0 }),
    };
  },
};

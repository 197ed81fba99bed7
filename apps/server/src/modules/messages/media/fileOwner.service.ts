import { opensAny } from '#modules/dialogs/dialogs.access';
import type { FileOwner } from '#modules/files/owners.service';
import { recordFileView } from '#modules/recents/note.service';

/** Files of messages. */
export const messageFiles: FileOwner = {
  async open(view, { id, dialogs }) {
    if (dialogs.length === 0 || !(await opensAny(view, dialogs))) return undefined;
    return {
      note: (writing) =>
        recordFileView(writing, { type: 'message_file', target_id: id, source_id: dialogs.at(-1) ?? 0 }),
    };
  },
};

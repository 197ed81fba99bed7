import { listOpenDialogs } from '#modules/dialogs/dialogs.access';
import { encodeName } from '#modules/files/files.service';
import { lookKey, type RecentKind } from '#modules/recents/kinds.service';
import { listRecentMessageFiles } from './messages.queries.ts';

/** Recent files of messages, while the conversation is open to the viewer. */
export const recentMessageFiles: RecentKind = {
  type: 'message_file',
  async load(view, looks) {
    const { userid } = view.caller;
    const { ids: dialogs } = await listOpenDialogs(view);
    const files = [...new Set(looks.map(({ target_id }) => target_id))];
    const rows = await listRecentMessageFiles(view.tx, userid, files, dialogs);
    return new Map(
      rows.map(({ id, token, name, ext, size, dialog_id, dialog_name }) => [
        lookKey({ target_id: id, source_id: dialog_id }),
        {
          ...{ name, ext, size: Number(size), url: `{{RemoteURL}}file/${token}/${encodeName(name)}` },
          ...{ source_type: 'dialog', source_id: dialog_id, dialog_id, dialog_name },
        },
      ]),
    );
  },
};

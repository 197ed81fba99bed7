import { sql } from 'kysely';
import { listOpenDialogs } from '#modules/dialogs/dialogs.access';
import { encodeName } from '#modules/files/files.service';
import { lookKey, type RecentKind } from '#modules/recents/kinds.service';

interface FileRow {
  id: number;
  token: string;
  name: string;
  ext: string;
  size: string;
  dialog_id: number;
  dialog_name: string;
}

/** Files of messages, where the conversation is still open to the viewer. */
export const recentMessageFiles: RecentKind = {
  type: 'message_file',
  async load(view, looks) {
    const { userid } = view.caller;
    const { ids: dialogs } = await listOpenDialogs(view);
    const files = [...new Set(looks.map(({ target_id }) => target_id))];
    const { rows } = await sql<FileRow>`
      select distinct f.id, f.token, f.name, f.ext, f.size, d.id as dialog_id,
        case when d.pair is null then d.name else coalesce((
          select coalesce(nullif(u.nickname, ''), split_part(u.email, '@', 1)) from users u
          where u.userid = any(d.pair) and (u.userid <> ${userid} or d.pair[1] = d.pair[2])), '') end as dialog_name
      from message_files mf join stored_files f on f.id = mf.file_id join dialogs d on d.id = mf.dialog_id
      where mf.file_id = any(${files}::int[]) and mf.dialog_id = any(${dialogs}::int[])`.execute(view.tx);
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

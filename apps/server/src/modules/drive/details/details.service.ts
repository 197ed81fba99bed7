import type { driveDetails } from '@atrium/contract/files/details.ts';
import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { listOpenings, listRecentViews } from '#modules/recents/note.service';
import { wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { countVersions, findVersion } from '../content.queries.ts';
import { type DriveRow, driveFor, readersAmong } from '../drive.access.ts';
import { presentDrive } from '../drive.present.ts';
import { listSharesOfRoot } from '../drive.queries.ts';
import { listSeenDrive } from '../drive.service.ts';
import { listSeen } from '../listing.queries.ts';

const MAX_OPENED = 20;
const MAX_RECENT = 12;

export async function fileDetails(
  view: View,
  { id }: InputOf<typeof driveDetails>,
): Promise<OutputOf<typeof driveDetails>> {
  const row = await driveFor(view, id, 'read');
  const isFolder = row.type === 'folder';
  const newest = isFolder ? undefined : await findVersion(view.tx, id, undefined);
  const above = new Map((await listSeen(view, row.pids)).map((folder) => [folder.id, folder]));
  return {
    file: presentDrive(row, view.caller.userid),
    place: row.pids.flatMap((pid) => {
      const folder = above.get(pid);
      return folder ? [{ id: pid, name: fullName(folder) }] : [];
    }),
    changed_by: newest?.userid ?? row.created_id,
    versions: isFolder ? 0 : await countVersions(view.tx, id),
    shares: row.userid === view.caller.userid ? await sharesOf(view, row) : null,
    opened: !isFolder && row.permission >= PERMISSION.full ? await openingsOf(view, row) : null,
  };
}

const sharesOf = (view: View, { pshare }: DriveRow) => (pshare > 0 ? listSharesOfRoot(view.tx, pshare) : []);

/** People whose access has ended are not named. */
async function openingsOf(view: View, row: DriveRow) {
  const rows = await listOpenings(view.tx, row.id, MAX_OPENED);
  const readers = await readersAmong(
    view,
    row,
    rows.map(({ userid }) => userid),
  );
  return rows
    .filter(({ userid }) => readers.has(userid))
    .map(({ userid, browsed_at }) => ({ userid, opened_at: wireTime(browsed_at) }));
}

export async function listRecentFiles(view: View): Promise<DriveFile[]> {
  const looks = await listRecentViews(view.tx, view.caller.userid, 'file');
  const ids = looks.map(({ target_id }) => target_id);
  const files = new Map((await listSeenDrive(view, ids)).map((file) => [file.id, file]));
  return ids.flatMap((id) => files.get(id) ?? []).slice(0, MAX_RECENT);
}

import type { DriveFile, DriveVersion } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { REMOTE_URL } from '@atrium/richtext/html/urls.ts';
import type { Selectable } from 'kysely';
import { encodeName } from '#modules/files/files.service';
import type { FileContents } from '#platform/db/types';
import { wireTime } from '#platform/time/time';
import { type DriveRow, isShared } from './drive.access.ts';

/** A file as one person sees it: shared files are at the top, and the folders above them are not shown. */
export function presentDrive(row: DriveRow, viewer: number): DriveFile {
  const isOwn = row.userid === viewer;
  const pids = isOwn || row.pshare === 0 ? row.pids : row.pids.slice(Math.max(0, row.pids.indexOf(row.pshare)));
  const isTop = !isOwn && isShared(row);
  const address = row.token ? `file/${row.token}/${encodeName(fullName(row))}` : '';
  const hasThumb = (row.thumb_size ?? 0) > 0;
  const isPicture = hasThumb && (row.width ?? 0) > 0;
  return {
    id: row.id,
    pid: isTop ? 0 : row.pid,
    pids: isTop || pids.length === 0 ? '' : `,${pids.join(',')},`,
    cid: row.cid,
    name: row.name,
    type: row.type,
    ext: row.ext,
    size: Number(row.size),
    userid: row.userid,
    created_id: row.created_id,
    share: Number(isShared(row)),
    pshare: row.pshare,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    permission: row.permission,
    path: address,
    url: address && `${REMOTE_URL}${address}`,
    thumb: hasThumb ? `${REMOTE_URL}file/thumb/${row.token}` : '',
    ...(isPicture && {
      image_url: `${REMOTE_URL}${address}`,
      image_width: Math.max(0, row.width ?? 0),
      image_height: Math.max(0, row.height ?? 0),
    }),
  };
}

export const presentVersion = (row: Selectable<FileContents>): DriveVersion => ({
  id: row.id,
  fid: row.fid,
  ext: row.ext,
  size: Number(row.size),
  userid: row.userid,
  authors: row.authors.length > 0 ? row.authors : [row.userid],
  created_at: wireTime(row.created_at),
});

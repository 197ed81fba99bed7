import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { lookKey, type RecentKind } from '#modules/recents/kinds.service';
import { listSeenDrive } from './drive.service.ts';

/** Recent files of the file area, in the folder where the viewer finds them. */
export const recentDriveFiles: RecentKind = {
  type: 'file',
  async load(view, looks) {
    const files = await listSeenDrive(
      view,
      looks.map(({ target_id }) => target_id),
    );
    const byId = new Map(files.map((file) => [file.id, file]));
    return new Map(
      looks.flatMap((look) => {
        const file = byId.get(look.target_id);
        if (!file) return [];
        const { ext, size, type, pid } = file;
        const place = { source_type: 'filesystem' as const, source_id: pid, folder_id: pid };
        return [[lookKey(look), { name: fullName(file), ext, size, file_type: type, ...place }]];
      }),
    );
  },
};

import { uploadDrive } from '#modules/drive/content.service';
import { addDrive } from '#modules/drive/drive.service';
import { updateShares } from '#modules/drive/shares.service';
import { withContent } from '#modules/files/files.service';
import { minutesOf } from './demo.clock.ts';
import { FOLDERS, type Folder } from './demo.files.ts';
import { drawPicture } from './demo.pictures.ts';
import { setContentTimes, setFileTimes } from './demo.queries.ts';
import { asPerson, perform, type Team } from './demo.team.ts';

/** Folders, documents and pictures of the file area, created by their owners. */
export async function makeDrive(team: Team): Promise<void> {
  for (const folder of FOLDERS) await makeFolder(team, folder);
}

async function makeFolder(team: Team, { who, name, share, permission, entries }: Folder): Promise<void> {
  const { app, clock, ids } = team;
  const at = clock.workday(entries[0]?.at[0] ?? 0, minutesOf(entries[0]?.at[1] ?? '9:00'));
  const folder = await perform(team, async (work) => {
    const own = asPerson(team, work, who, at);
    const made = await addDrive(own, { name });
    const userids = share === 'all' ? [0] : share.map((each) => ids[each]);
    if (userids.length > 0) await updateShares(own, { id: made.id, userids, permission });
    return made;
  });
  for (const entry of entries) {
    const bytes = entry.picture ? await drawPicture(entry.picture, entry.name) : Buffer.from(entry.text ?? '');
    const direct = { app, tx: app.db, caller: team.as(entry.who), now: clock.now, mutation: undefined };
    // Read-only folders are filled by their owner.
    const by = share === 'all' ? { ...direct, caller: team.as(who) } : direct;
    const [made] = await withContent(by, bytes, entry.name, (files) => uploadDrive(by, { pid: folder.id, files }));
    const [ago, time] = entry.at;
    const written = clock.workday(ago, minutesOf(time));
    await setFileTimes(app.db, written, made?.id);
    await setContentTimes(app.db, written, made?.id);
  }
}

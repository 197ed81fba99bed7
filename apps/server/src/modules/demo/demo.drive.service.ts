import { placeUploaded } from '#modules/drive/content.service';
import { addDrive } from '#modules/drive/drive.service';
import { updateShares } from '#modules/drive/shares.service';
import { toggleFavorite } from '#modules/favorites/favorites.service';
import { storeUnchanged, withContent } from '#modules/files/files.service';
import { recordView } from '#modules/recents/note.service';
import type { Work } from '#platform/work';
import { minutesOf } from './demo.clock.ts';
import { FOLDERS, type Folder } from './demo.files.ts';
import { drawPicture } from './demo.pictures.ts';
import { setContentTimes, setFileTimes } from './demo.queries.ts';
import { asPerson, type Team } from './demo.team.ts';

/** Folders, documents and pictures of the file area, created by their owners. Returns the ids of the folders. */
export async function makeDrive(team: Team, folders: readonly Folder[] = FOLDERS): Promise<number[]> {
  const ids: number[] = [];
  for (const folder of folders) ids.push(await makeFolder(team, folder));
  return ids;
}

async function makeFolder(team: Team, { who, name, share, permission, entries }: Folder): Promise<number> {
  const { app, clock, ids } = team;
  const at = clock.workday(entries[0]?.at[0] ?? 0, minutesOf(entries[0]?.at[1] ?? '9:00'));
  // The owner adds to read-only folders.
  const byOf = (entry: Folder['entries'][number]) => (share === 'all' ? who : entry.who);
  const kept = new Map<Folder['entries'][number], { id: number; size: number }>();
  const keep = async (entry: Folder['entries'][number]) => {
    const bytes = entry.picture ? await drawPicture(entry.picture, entry.name) : Buffer.from(entry.text ?? '');
    const { id, size } = await withContent(team, bytes, entry.name, (file) =>
      storeUnchanged(app, ids[byOf(entry)], file),
    );
    kept.set(entry, { id, size: Number(size) });
  };
  await Promise.all(entries.map(keep));
  return team.perform(async (work) => {
    const own = asPerson(team, work, who, at);
    const folder = await addDrive(own, { name });
    const userids = share === 'all' ? [0] : [...share.map((each) => ids[each]), ...team.guests];
    if (userids.length > 0) await updateShares(own, { id: folder.id, userids, permission });
    for (const entry of entries) {
      const [ago, time] = entry.at;
      const written = clock.workday(ago, minutesOf(time));
      const stored = kept.get(entry) ?? { id: null, size: 0 };
      const place = { pid: folder.id, path: '', name: entry.name, stored, isOver: false };
      const [made] = await placeUploaded(asPerson(team, work, byOf(entry), written), place);
      await setFileTimes(work.tx, written, made?.id);
      await setContentTimes(work.tx, written, made?.id);
      await leaveTraces(team, work, entry, made?.id ?? 0);
    }
    return folder.id;
  });
}

/** Records that the demo user has opened an item or added it to their favorites. */
async function leaveTraces(team: Team, work: Work, { seen, isFavorite }: Folder['entries'][number], id: number) {
  if (!seen) return;
  const at = team.clock.workday(seen[0], minutesOf(seen[1]));
  await recordView(work.tx, { userid: team.ids.ada, type: 'file', target_id: id }, at);
  if (isFavorite) await toggleFavorite(asPerson(team, work, 'ada', at), { type: 'file', id });
}

/** Marks tasks and projects as favorites of the demo user. */
export async function makeFavorites(team: Team): Promise<void> {
  await team.perform(async (work) => {
    const own = asPerson(team, work, 'ada', work.now);
    for (const name of ['Fifty climbs up the Domtoren road', 'Mudguards that do not rattle'])
      await toggleFavorite(own, { type: 'task', id: team.tasks.get(name) ?? 0 });
    await toggleFavorite(own, { type: 'project', id: team.projects.get('Wren 2')?.id ?? 0 });
  });
}

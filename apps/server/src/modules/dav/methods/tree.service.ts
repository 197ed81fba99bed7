import { PERMISSION } from '@atrium/contract/files/drive.ts';
import type { DriveRow } from '#modules/drive/drive.access';
import { removeDrive } from '#modules/drive/drive.service';
import { copyAs, dropMoved, lockDrive, moveAs, replaceContent } from '#modules/drive/tree.service';
import { fail } from '#platform/fail';
import { performWork, type Work } from '#platform/work';
import { copyProperties, deleteLocksInTree } from '../dav.queries.ts';
import { type DavRequest, depthOf, destinationOf, itemAt, mayOverwrite, placeIdOf } from '../davRequest.ts';
import { changeOf, requireConditions, requireUnlocked } from '../locks.service.ts';
import { Refusal } from '../protocol/refusal.ts';
import { etagOf, find, isFolder } from '../resources.access.ts';
import { davSettingsOf } from '../settings.service.ts';
import { requireTags } from './write.service.ts';

/** `DELETE`: into the bin, with everything in it. */
export async function remove(ask: DavRequest) {
  const { app, caller, reply } = ask;
  depthOf(ask, ['infinity'], 'infinity');
  await performWork(app, caller, async (work) => {
    await lockDrive(work);
    const asked = { ...ask, view: work };
    const found = await itemAt(asked);
    // A shared item can be left in Atrium only, where the screen says what that means.
    if (found.parent?.kind === 'shared') throw new Refusal(403);
    requireTags(ask, tagOf(found.at.row));
    const tokens = await requireConditions(asked, found);
    await requireUnlocked(work, tokens, [changeOf(found.at, 'tree'), changeOf(found.parent, 'members')]);
    await deleteLocksInTree(work.tx, found.at.row.id);
    await removeDrive(work, { ids: [found.at.row.id] });
  });
  return reply.status(204).send();
}

const tagOf = (row: DriveRow) => (row.type === 'folder' ? undefined : etagOf(row));

/** `COPY`. A file that is copied over another one becomes its newest version. */
export const copy = (ask: DavRequest) => transfer(ask, false);
/** `MOVE`. A file that is moved over another one becomes its newest version, because many programs save that way. */
export const move = (ask: DavRequest) => transfer(ask, true);

async function transfer(ask: DavRequest, isMove: boolean) {
  const { app, caller, reply } = ask;
  const target = destinationOf(ask);
  const depth = depthOf(ask, isMove ? ['infinity'] : ['0', 'infinity'], 'infinity');
  const { copied: most } = await davSettingsOf(app);
  const isNew = await performWork(app, caller, async (work) => {
    await lockDrive(work);
    const asked = { ...ask, view: work };
    const source = await itemAt(asked);
    const { row } = source.at;
    requireTags(ask, tagOf(row));
    if (isMove && source.parent?.kind === 'shared') throw new Refusal(403);
    const to = await find(work, target);
    if (to.at && to.at.kind !== 'item') throw new Refusal(403);
    const over = to.at?.row;
    // A different spelling of the item's own name is a new name.
    const isSame = over?.id === row.id;
    if (isSame && (!isMove || to.name === source.name)) throw new Refusal(403);
    if (over && !isSame && !mayOverwrite(ask)) throw new Refusal(412);
    const pid = placeIdOf(to);
    // Neither the source nor the target may contain the other.
    if (to.parent?.kind === 'item' && [to.parent.row.id, ...to.parent.row.pids].includes(row.id))
      throw new Refusal(403);
    if (over && row.pids.includes(over.id)) throw new Refusal(403);
    const tokens = await requireConditions(asked, source);
    await requireUnlocked(work, tokens, [
      ...(isMove ? [changeOf(source.at, 'tree'), changeOf(source.parent, 'members')] : []),
      changeOf(to.parent, 'members'),
      ...(over && !isSame ? [changeOf(to.at, 'tree')] : []),
    ]);
    if (over && !isSame && !isFolder(source.at) && over.type !== 'folder') {
      await onto(work, row, over, isMove);
      return false;
    }
    if (over && !isSame) {
      await deleteLocksInTree(work.tx, over.id);
      await removeDrive(work, { ids: [over.id] });
    }
    if (isMove) {
      await deleteLocksInTree(work.tx, row.id);
      await moveAs(work, row.id, pid, to.name);
    } else {
      const copies = await copyAs(work, row.id, pid, to.name, { isDeep: depth === 'infinity', most });
      for (const [from, copied] of copies) await copyProperties(work.tx, from, copied);
    }
    return !over || isSame;
  });
  return reply.status(isNew ? 201 : 204).send();
}

async function onto(work: Work, row: DriveRow, over: DriveRow, isMove: boolean): Promise<void> {
  if (isMove && row.permission < PERMISSION.full) throw fail('forbidden');
  await replaceContent(work, row, over);
  await copyProperties(work.tx, row.id, over.id);
  if (isMove) await dropMoved(work, row.id);
}

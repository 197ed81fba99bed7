import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { lockDrive, putFile } from '#modules/drive/tree.service';
import { fail } from '#platform/fail';
import { performWork } from '#platform/work';
import { deleteLock } from '../dav.queries.ts';
import { type DavRequest, depthOf, headerOf, itemAt, placeIdOf } from '../davRequest.ts';
import {
  addLock,
  changeOf,
  lockAddress,
  lockAt,
  printLocks,
  refreshLocks,
  requireConditions,
  requireUnlocked,
  timeoutOf,
  tokenOfAddress,
} from '../locks.service.ts';
import { changeProperties, stepsOf } from '../properties.service.ts';
import { addressOf } from '../protocol/address.ts';
import { Refusal } from '../protocol/refusal.ts';
import { childOf, DAV, documentText, elementText, escapeXml, printInner } from '../protocol/xml.ts';
import { find, isFolder } from '../resources.access.ts';
import { bodyXml, sendXml } from './xmlBody.ts';

/** `LOCK`: a new lock, also of a file that does not exist yet and is then empty; without a body, more time for one. */
export async function lock(ask: DavRequest) {
  const { app, caller, parts, reply } = ask;
  const depth = depthOf(ask, ['0', 'infinity'], 'infinity');
  const info = await bodyXml(ask);
  if (info && (info.ns !== DAV || info.name !== 'lockinfo')) throw new Refusal(400);
  const scope = info && childOf(info, 'lockscope');
  if (info && !childOf(childOf(info, 'locktype') ?? info, 'write')) throw new Refusal(400);
  const owner = info && childOf(info, 'owner');
  const timeoutS = timeoutOf(ask);
  const { locks, isNew } = await performWork(app, caller, async (work) => {
    await lockDrive(work);
    const found = await find(work, parts);
    const tokens = await requireConditions({ ...ask, view: work }, found);
    if (!info) return { locks: await refreshLocks(work, found, tokens, timeoutS), isNew: false };
    if (!found.at) {
      await requireUnlocked(work, tokens, [changeOf(found.parent, 'members')]);
      await putFile(work, placeIdOf(found), undefined, found.name, { id: null, size: 0 });
    }
    const { at } = await itemAt({ ...ask, view: work });
    if (at.row.permission < PERMISSION.write) throw fail('forbidden');
    const lock = await addLock(work, at.row, {
      isExclusive: !(scope && childOf(scope, 'shared')),
      isDeep: depth === 'infinity' && isFolder(at),
      owner: owner ? printInner(owner.children) : '',
      timeoutS,
    });
    return { locks: [lock], isNew: !found.at };
  });
  const [first] = locks;
  if (info && first) reply.header('lock-token', `<${lockAddress(first)}>`);
  const discovery = elementText(DAV, 'lockdiscovery', printLocks(locks, addressOf(parts, false)));
  return sendXml(reply, isNew ? 201 : 200, documentText('prop', discovery));
}

/** `UNLOCK`, by the person whose lock it is. */
export async function unlock(ask: DavRequest) {
  const { app, caller, parts, reply } = ask;
  const token = tokenOfAddress(/^<(.+)>$/.exec(headerOf(ask, 'lock-token').trim())?.[1] ?? '');
  if (!token) throw new Refusal(400);
  await performWork(app, caller, async (work) => {
    const found = await find(work, parts);
    if (!found.at) throw new Refusal(404);
    const known = await lockAt(work, found, token);
    if (known.userid !== caller.userid) throw new Refusal(403);
    await deleteLock(work.tx, token);
  });
  return reply.status(204).send();
}

/** `PROPPATCH`: all changes or none. */
export async function patchProperties(ask: DavRequest) {
  const { app, caller, parts, reply } = ask;
  const steps = stepsOf(await bodyXml(ask));
  const { text, isDeep } = await performWork(app, caller, async (work) => {
    await lockDrive(work);
    const found = await itemAt({ ...ask, view: work });
    if (found.at.row.permission < PERMISSION.write) throw fail('forbidden');
    const tokens = await requireConditions({ ...ask, view: work }, found);
    await requireUnlocked(work, tokens, [changeOf(found.at, 'self')]);
    return { text: await changeProperties(work, found.at.row.id, steps), isDeep: isFolder(found.at) };
  });
  const response = elementText(DAV, 'response', elementText(DAV, 'href', escapeXml(addressOf(parts, isDeep))) + text);
  return sendXml(reply, 207, documentText('multistatus', response));
}

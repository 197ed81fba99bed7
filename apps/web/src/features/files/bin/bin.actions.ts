import { driveBin, driveBinDelete, driveBinEmpty, driveBinRestore } from '@atrium/contract/files/bin.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export const readBin = (before_id?: number) => client.api.read(driveBin, before_id ? { before_id } : {});

/** True on success; otherwise the server's error is shown. */
async function isDone(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

export const restoreItem = (id: number) => isDone(client.api.call(driveBinRestore, { ids: [id] }));
export const deleteForGood = (id: number) => isDone(client.api.call(driveBinDelete, { ids: [id] }));
export const emptyBin = () => isDone(client.api.call(driveBinEmpty, {}));

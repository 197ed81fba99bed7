import path from 'node:path';
import * as contract from '@atrium/contract/chat/stickers.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { storePicture } from '#modules/files/files.service';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type View, type Work } from '#platform/work';
import { deleteSetRow, insertSet, insertSticker, LAST, setSetName, takeOutSticker } from './sets.queries.ts';
import * as queries from './stickers.queries.ts';

export async function listSets({ app, tx }: View): Promise<{ list: contract.StickerSet[] }> {
  return { list: await present(app, tx, await queries.listSets(tx)) };
}

export async function saveSet(work: Work, input: InputOf<typeof contract.stickerSetSave>) {
  const { app, tx } = work;
  const id = input.id ? await renameSet(work, input.id, input.name) : await makeSet(work, input.name);
  if (input.list) await queries.arrangeStickers(tx, id, input.list);
  const [set] = await present(app, tx, await queries.listSets(tx, id));
  if (!set) throw fail('sticker.set_gone');
  return set;
}

async function renameSet({ tx }: Work, id: number, name: string): Promise<number> {
  if (!(await queries.lockSet(tx, id))) throw fail('sticker.set_gone');
  await setSetName(tx, name, id);
  return id;
}

async function makeSet({ tx }: Work, name: string): Promise<number> {
  if ((await queries.listSets(tx)).length >= contract.SETS_MAX) {
    throw fail('sticker.sets_full', { count: contract.SETS_MAX });
  }
  const { id } = await insertSet(tx, name);
  return id;
}

export async function sortSets(work: Work, { ids }: InputOf<typeof contract.stickerSetSort>) {
  await queries.arrangeSets(work.tx, ids);
  return listSets(work);
}

export async function deleteSet({ tx }: Work, { id }: InputOf<typeof contract.stickerSetDelete>) {
  const gone = await deleteSetRow(tx, id);
  if (!gone) throw fail('sticker.set_gone');
  return { id };
}

/** Adds a sticker. The slow work, checking and storing the picture, happens outside the transaction. */
export async function addSticker(direct: Direct, { set_id, file }: InputOf<typeof contract.stickerAdd>) {
  const { app, caller, tx } = direct;
  const [set] = await queries.listSets(tx, set_id);
  if (!set) throw fail('sticker.set_gone');
  await requireRoom(direct, set_id);
  const kept = await storePicture(app, caller.userid, file);
  return performWork(app, caller, async (work) => {
    if (!(await queries.lockSet(work.tx, set_id))) throw fail('sticker.set_gone');
    await requireRoom(work, set_id);
    const { id, name } = await insertSticker(work.tx, {
      set_id,
      file_id: kept.id,
      name: nameFrom(kept.name),
      sort: LAST,
    });
    return presentSticker(app.publicUrl, { ...kept, id, name, set_id });
  });
}

async function requireRoom({ tx }: View, setId: number): Promise<void> {
  if ((await queries.countStickers(tx, setId)) >= contract.STICKERS_PER_SET) {
    throw fail('sticker.full', { count: contract.STICKERS_PER_SET });
  }
}

const nameFrom = (file: string) => {
  const name = path.parse(file).name.replaceAll(/[_-]+/g, ' ').trim() || 'sticker';
  return [...name].slice(0, 50).join('').toWellFormed();
};

export async function deleteSticker({ tx }: Work, { id }: InputOf<typeof contract.stickerDelete>) {
  const gone = await takeOutSticker(tx, id);
  if (!gone) throw fail('sticker.gone');
  return { id };
}

async function present(app: View['app'], tx: View['tx'], sets: readonly { id: number; name: string }[]) {
  const rows = await queries.listStickers(
    tx,
    sets.map(({ id }) => id),
  );
  return sets.map((set) => ({
    ...set,
    list: rows.filter((row) => row.set_id === set.id).map((row) => presentSticker(app.publicUrl, row)),
  }));
}

/** Scales a sticker down to the size of the built-in ones; smaller ones keep their size. */
export function presentSticker(publicUrl: string, { id, name, token, width, height }: queries.StickerRow) {
  const share = Math.min(1, contract.STICKER_SIZE / Math.max(1, width, height));
  return {
    id,
    name,
    src: `${publicUrl}/sticker/${token}`,
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

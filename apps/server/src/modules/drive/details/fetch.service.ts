import type * as contract from '@atrium/contract/files/details.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { findShownFile } from '#modules/files/files.service';
import { openedBy } from '#modules/files/owners.service';
import { textOfStored } from '#modules/fileTexts/texts.service';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { driveByHandle } from '../drive.access.ts';

const USUALLY = 50_000;
/** A file's address with any prefix; captures the token. */
const ADDRESS = /(?:^|\/|\})file\/(?:thumb\/)?([\w-]{24})(?:[/?#]|$)/;

/** Returns a part of the text in a file. @throws file.gone, file.unread, drive.file, drive.link_locked */
export async function fetchText(view: View, input: InputOf<typeof contract.driveFetch>) {
  const { name, storedId } = await opened(view, input.path);
  const text = await textOfStored(view, storedId);
  if (text === undefined) throw fail('file.unread');
  const offset = Math.min(input.offset ?? 0, text.length);
  const end = Math.min(text.length, offset + (input.limit ?? USUALLY));
  return {
    name,
    text: text.slice(offset, end).toWellFormed(),
    offset,
    total: text.length,
    next_offset: end < text.length ? end : null,
  };
}

async function opened(view: View, path: string): Promise<{ name: string; storedId: number }> {
  const token = ADDRESS.exec(path)?.[1];
  if (token) {
    const file = await findShownFile(view, token);
    const shown = file && (await openedBy(view, file));
    if (!file || !shown) throw fail('file.gone');
    return { name: shown.name ?? file.name, storedId: file.id };
  }
  const row = await driveByHandle(view, path);
  if (row.type === 'folder') throw fail('drive.file');
  // A new document has no content yet.
  return { name: fullName(row), storedId: row.stored_id ?? 0 };
}

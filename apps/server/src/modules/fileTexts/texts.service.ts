import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exactWords, excerptOf, matchScore } from '@atrium/richtext/search/searchTerms.ts';
import { noteThumb, placeOf } from '#modules/files/files.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import type { Follower } from '#platform/events/eventLog';
import { ExtensionPoint } from '#platform/extensionPoint';
import { makeFolder } from '#platform/files/durableFile';
import { performWork, type View, type Work } from '#platform/work';
import { MAX_FILE_BYTES, MAX_PLAIN_BYTES, readerFor } from './read/textOf.ts';
import { TextReader } from './read/textReader.ts';
import { findRead, findText, listTextParts, putText, takeUnread, type Unread } from './texts.queries.ts';

/**
 * Reads the text of files, one at a time on the leader, newest first: new versions, and files from before there was this.
 * A trigger of the database notes them (`0044_fileTexts.sql`). A file that cannot be read has no text.
 */
export const textFollower: Follower = {
  name: 'file texts',
  isWanted: () => true,
  step: async (app) => {
    const file = await takeUnread(app.db);
    if (!file) return false;
    await readFile(app, file);
    return true;
  },
};

const readers = new WeakMap<App, TextReader>();

export async function stopReading(app: App): Promise<void> {
  await readers.get(app)?.close();
}

const NOTHING = { text: '', terms: [], pictureBytes: 0 };

/** Announces that a stored file has a thumbnail now. */
export const thumbMade = new ExtensionPoint<(work: Work, storedId: number) => Promise<void>>();

async function readFile(app: App, file: Unread): Promise<void> {
  const kind = readerFor(file.ext);
  const isTooLarge = kind !== 'plain' && Number(file.size) > (kind === 'parts' ? MAX_PLAIN_BYTES : MAX_FILE_BYTES);
  if (!kind || isTooLarge) return putText(app.db, file.id, '', []);
  const reader = readers.get(app) ?? new TextReader();
  readers.set(app, reader);
  await makeFolder(app.uploadDir);
  const copy = path.join(app.uploadDir, randomUUID());
  const [picture, thumb, clean] = [`${copy}.page`, `${copy}.thumb`, `${copy}.clean`];
  try {
    const end = MAX_PLAIN_BYTES - 1;
    const range = kind === 'plain' && Number(file.size) > MAX_PLAIN_BYTES ? { start: 0, end } : undefined;
    // A storage that cannot be reached is not a problem of the file, which is read again later.
    await pipeline(app.storage.read(placeOf(file), range), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
    // A page that takes too long to draw may still have a text.
    const { text, terms, pictureBytes } = await reader
      .read({ path: copy, ext: file.ext, ...(kind !== 'plain' && { picture }) })
      .catch((error: unknown) =>
        kind === 'office' || kind === 'plain' ? Promise.reject(error) : reader.read({ path: copy, ext: file.ext }),
      )
      .catch((error: unknown) => {
        app.log.info({ file: file.id, reason: String(error) }, 'the text of a file cannot be read');
        return NOTHING;
      });
    if (pictureBytes > 0 && kind === 'sound') {
      // A cover is a picture from a stranger, so it is decoded where all such pictures are.
      const cover = await app.pictures.look({ path: picture, thumb, clean });
      if ('look' in cover) await keepPicture(app, file, { from: thumb, bytes: cover.look.thumbBytes });
    } else if (pictureBytes > 0) await keepPicture(app, file, { from: picture, bytes: pictureBytes });
    await putText(app.db, file.id, text, terms);
  } finally {
    await Promise.all([copy, picture, thumb, clean].map((each) => rm(each, { force: true })));
  }
}

async function keepPicture(app: App, file: Unread, { from, bytes }: { from: string; bytes: number }): Promise<void> {
  const place = placeOf(file, true);
  await app.storage.put(place, from);
  const isThere = await performWork(app, systemCaller, async (work) => {
    if (!(await noteThumb(work, file.id, bytes))) return false;
    for (const announce of thumbMade.of(app)) await announce(work, file.id);
    return true;
  });
  // The file was deleted meanwhile.
  if (!isThere) await app.storage.delete(place);
}

/** The text of a stored file whose access was checked; undefined if it is still to be read. */
export async function textOfStored({ tx }: View, storedId: number): Promise<string | undefined> {
  const found = await findRead(tx, storedId);
  return found && !found.isRead ? undefined : (found?.text ?? '');
}

/**
 * The number of texts that are searched whole if a word is not found as it was written, for example without its
 * accents.
 */
const WHOLE_TEXTS = 10;

/** The parts of these texts around the words; without those that the words are not in. */
export async function excerptsOf(
  { tx }: View,
  storedIds: readonly number[],
  words: string,
): Promise<Map<number, string>> {
  if (storedIds.length === 0) return new Map();
  const excerpts = new Map<number, string>();
  let whole = 0;
  for (const { stored_id, part } of await listTextParts(tx, storedIds, exactWords(words))) {
    if (part !== null) excerpts.set(stored_id, excerptOf(words, part));
    else if (whole++ < WHOLE_TEXTS) {
      const text = (await findText(tx, stored_id)) ?? '';
      if (matchScore(words, text) > 0) excerpts.set(stored_id, excerptOf(words, text));
    }
  }
  return excerpts;
}

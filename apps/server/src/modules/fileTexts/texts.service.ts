import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exactWords, excerptOf, matchScore } from '@atrium/richtext/search/searchTerms.ts';
import { placeOf } from '#modules/files/files.service';
import type { App } from '#platform/app';
import type { Follower } from '#platform/events/eventLog';
import { makeFolder } from '#platform/files/durableFile';
import type { View } from '#platform/work';
import { TextReader } from './read/readApart.ts';
import { MAX_FILE_BYTES, MAX_PLAIN_BYTES, readerFor } from './read/textOf.ts';
import { findText, listTextParts, putText, takeUnread, type Unread } from './texts.queries.ts';

/**
 * Reads the text of files, one at a time on the leader, newest first: new versions, and files from before there was this.
 * A trigger of the database notes them (`0058_fileTexts.sql`). A file that cannot be read has no text.
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

const NOTHING = { text: '', terms: [] };

async function readFile(app: App, file: Unread): Promise<void> {
  const kind = readerFor(file.ext);
  const isTooLarge = kind !== 'plain' && Number(file.size) > MAX_FILE_BYTES;
  if (!kind || isTooLarge) return putText(app.db, file.id, '', []);
  const reader = readers.get(app) ?? new TextReader();
  readers.set(app, reader);
  await makeFolder(app.uploadDir);
  const copy = path.join(app.uploadDir, randomUUID());
  try {
    const end = MAX_PLAIN_BYTES - 1;
    const range = kind === 'plain' && Number(file.size) > MAX_PLAIN_BYTES ? { start: 0, end } : undefined;
    // Storage that cannot be reached is no fault of the file: it is tried again.
    await pipeline(app.storage.read(placeOf(file), range), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
    const { text, terms } = await reader.read({ path: copy, ext: file.ext }).catch((error: unknown) => {
      app.log.info({ file: file.id, reason: String(error) }, 'the text of a file cannot be read');
      return NOTHING;
    });
    await putText(app.db, file.id, text, terms);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Texts that are searched whole where a word is not found as it was written, such as without its accents. */
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

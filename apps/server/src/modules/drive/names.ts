import { DRIVE_NAME_MAX } from '@atrium/contract/files/drive.ts';
import { BAD_IN_NAMES } from '@atrium/contract/files/driveTypes.ts';
import { fail } from '#platform/fail';

const MIN = 2;
const charsOf = (text: string) => [...text];

/** Checks a typed name, and removes the extension that the file has anyway. @throws drive.name */
export function validName(text: string, ext: string): string {
  const line = text.toWellFormed().trim();
  const tail = `.${ext}`;
  const name = ext && line.toLowerCase().endsWith(tail) ? line.slice(0, -tail.length).trim() : line;
  const { length } = charsOf(name);
  if (length < MIN || length > DRIVE_NAME_MAX || BAD_IN_NAMES.test(name) || isDots(name)) throw fail('drive.name');
  return name;
}

/** `.` and `..` mean another folder when an archive is unpacked. */
const isDots = (name: string) => /^[.\s]+$/.test(name);

const BAD = new RegExp(BAD_IN_NAMES.source, 'gu');
const TURNS = /[\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name from another system: invalid characters are replaced, and no name is refused. */
export function cleanedName(text: string): string {
  const line = text.toWellFormed().replace(TURNS, '').replace(BAD, '_').trim();
  const name = charsOf(line).slice(0, DRIVE_NAME_MAX).join('').trim();
  return name === '' || isDots(name) ? name.replace(/[.\s]/g, '_') || 'file' : name;
}

/** The name of an uploaded file and its extension. */
export function splitName(text: string): { name: string; ext: string } {
  const line = cleanedName(text);
  const [, name = '', ext = ''] = /^(.+)\.([\p{L}\p{N}_+-]{1,20})$/u.exec(line) ?? [];
  return name.trim() ? { name: name.trim(), ext: ext.toLowerCase() } : { name: line, ext: '' };
}

/** The name itself, or with the first free number. `taken` is in lower case. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; taken.has(name.toLowerCase()); n++) {
    const tail = ` (${n})`;
    const next =
      charsOf(name.replace(/ \(\d{1,4}\)$/, ''))
        .slice(0, DRIVE_NAME_MAX - tail.length)
        .join('') + tail;
    if (!taken.has(next.toLowerCase())) return next;
  }
  return name;
}

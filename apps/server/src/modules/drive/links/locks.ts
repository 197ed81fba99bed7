import type { Selectable } from 'kysely';
import { isSigned, signedFor } from '#modules/files/keys.service';
import type { FileLinks } from '#platform/db/types';
import type { View } from '#platform/work';

type Link = Selectable<FileLinks>;
const PASS_S = 3600;

/** True if people who may not read the file otherwise have to unlock the link first. */
export const isLocked = (link: Pick<Link, 'password' | 'open_limit'>): boolean =>
  link.password !== null || link.open_limit > 0;

/** Splits a handle into the code of a link, and the part that is added once the link was unlocked. */
export function codeOf(handle: string): { code: string; pass: string } {
  const [code = '', pass = ''] = handle.split('~');
  return { code, pass };
}

// The subject of the signature. It changes with the password and the limit, so that setting another one ends what was
// opened before.
const subjectOf = ({ id, code, password, open_limit }: Link) => `link ${id} ${code} ${open_limit} ${password ?? ''}`;

/** A signed code that replaces the link's code for an hour. */
export async function openedHandle({ app, now }: View, link: Link): Promise<string> {
  return `${link.code}~${await signedFor(app, subjectOf(link), PASS_S, now)}`;
}

export const isOpened = ({ app, now }: View, link: Link, pass: string): Promise<boolean> =>
  isSigned(app, subjectOf(link), pass, now);

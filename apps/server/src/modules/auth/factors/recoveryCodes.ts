import { randomInt } from 'node:crypto';
import { tokenHash } from '#platform/crypto';

export const RECOVERY_CODES = 10;
/** The letters of codes, without those that are easily confused. 16 of them are 78 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/** The hash of a code. Spaces, dashes and capitals do not matter. */
export const recoveryHash = (userid: number, code: string): string =>
  tokenHash(`${userid}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

import { createRequire } from 'node:module';
import type * as Dictionaries from '@zxcvbn-ts/language-common';
import { COMMON_WORDS, KEYBOARD_ROWS } from './commonPasswords.ts';

const require = createRequire(import.meta.url);
let known: ReadonlySet<string> | undefined;

function knownPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof Dictionaries;
  return new Set([...dictionary['passwords-common'].map((each) => each.toLowerCase()), ...COMMON_WORDS]);
}

/**
 * True for passwords that attackers try first: among the 30,000 most common passwords or the common words of our
 * languages, a walk over the keyboard, a repeated piece, a date, or numbers that sound like words. The list is loaded at
 * first use.
 */
export function isKnownPassword(password: string): boolean {
  known ??= knownPasswords();
  const plain = password.toLowerCase();
  // For somebody who guesses, "password1!" and "Password2024" are the same word.
  const stem = stemOf(plain);
  const isWord = known.has(stem) || known.has(stem.replace(/\s+/g, ''));
  const tail = plain.slice(stem.length);
  const isDecorated = isWord && (stem.length * 2 >= plain.length || isUsualTail(tail));
  const isNumber = isDate(plain) || isLucky(plain);
  return known.has(plain) || isDecorated || isNumber || isRepeated(plain) || isRun(plain) || isKeyboardWalk(plain);
}

/** True for a common ending of a word: a run, a year, one sign again and again, with signs around it. */
function isUsualTail(tail: string): boolean {
  const digits = tail.replace(/\D/g, '');
  const isUsual =
    digits === '' || isRun(digits) || isRepeated(digits) || /^(19|20)\d\d$/.test(digits) || isDate(digits);
  return isUsual && tail.length - digits.length <= 2;
}

/** Numbers that sound like "I love you" and "for ever" in Chinese, and lucky numbers. */
const LUCKY = /520|521|1314|168|518|6{2,}|7{3,}|8{2,}|9{2,}/g;
/**
 * True if at most one digit is left without them. They are removed, because repetition in an expression takes
 * exponential time here.
 */
const isLucky = (text: string): boolean => /^\d+$/.test(text) && text.replace(LUCKY, '').length <= 1;

/** A day of the 20th or 21st century, with the year first or last. */
function isDate(text: string): boolean {
  const digits = text.replace(/[\s./-]/g, '');
  const part = '(0[1-9]|[12]\\d|3[01])';
  return new RegExp(`^((19|20)\\d\\d${part}${part}|${part}${part}(19|20)\\d\\d)$`).test(digits);
}

/** True if a piece of at most four characters repeats throughout: abcabcabc, 520520520. */
const isRepeated = (text: string): boolean => /^(.{1,4}?)\1+$/u.test(text);

/** True if almost all of it is a row of a keyboard, in either direction: qwertz123, asdfghjkl!, 1qaz2wsx. */
function isKeyboardWalk(text: string): boolean {
  const stem = stemOf(text);
  const reversed = [...stem].toReversed().join('');
  const isAlong = (part: string) => part.length >= 5 && KEYBOARD_ROWS.some((row) => row.includes(part));
  return (isAlong(stem) || isAlong(reversed)) && text.length - stem.length <= 4;
}

/** Removes digits, spaces and ASCII signs at the end. It is a loop, because such an expression is slow on long runs. */
function stemOf(text: string): string {
  let end = text.length;
  while (end > 0 && /[\d\s!-/:-@[-`{-~]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** True if it goes up or down by one from start to end: 12345678, abcdefgh, 87654321. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0));
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}

const MIN_PART = 4;
const MIN_STEM = 3;

/** True if it is little more than the person's own address or name, or the name of the workspace. */
export function isOwnPassword(
  password: string,
  own: { email: string; nickname?: string; workspace?: string },
): boolean {
  const plain = fold(password);
  // "Hopper2024!" and "12hopper" count as the name.
  const stem = [...stemOf([...stemOf(plain)].toReversed().join(''))].toReversed().join('');
  const [local = '', domain = ''] = own.email.split('@');
  const { nickname = '', workspace = '' } = own;
  const names = [own.email, local, domain, domain.split('.')[0] ?? '', nickname, workspace];
  const parts = [...names, ...[local, nickname, workspace].flatMap((name) => name.split(/[\s._-]+/))].map(fold);
  return parts.some(
    (part) =>
      (part.length >= MIN_STEM && stem === part) ||
      (part.length >= MIN_PART && plain.includes(part) && plain.length < part.length + MIN_PART),
  );
}

const fold = (text: string) => text.toLowerCase().replace(/[\s._-]+/g, '');

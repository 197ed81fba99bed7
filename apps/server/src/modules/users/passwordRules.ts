import { dictionary } from '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | undefined;

/** Whether it is among the 30,000 most common passwords, which are tried first. The list is unpacked at first use. */
export function isKnownPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'].map((each) => each.toLowerCase()));
  const plain = password.toLowerCase();
  // "password1!" and "Password2024" are the same word to a guesser.
  const stem = stemOf(plain);
  const isDecorated = stem.length * 2 >= plain.length && known.has(stem);
  return known.has(plain) || isDecorated || /^(.)\1*$/.test(plain) || isRun(plain);
}

/** Without digits, spaces and ASCII signs at its end. A loop, because such an expression is slow on long runs. */
function stemOf(text: string): string {
  let end = text.length;
  while (end > 0 && /[\d\s!-/:-@[-`{-~]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Whether it goes up or down by one from start to end: 12345678, abcdefgh, 87654321. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0));
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}

const MIN_PART = 4;

/** Whether it is little more than the person's own address or name. */
export function isOwnPassword(password: string, own: { email: string; nickname?: string }): boolean {
  const plain = fold(password);
  const [local = '', domain = ''] = own.email.split('@');
  const parts = [own.email, local, domain, ...(own.nickname ?? '').split(/\s+/), own.nickname ?? ''].map(fold);
  return parts.some((part) => part.length >= MIN_PART && plain.includes(part) && plain.length < part.length + MIN_PART);
}

const fold = (text: string) => text.toLowerCase().replace(/[\s._-]+/g, '');

import { createHash } from 'node:crypto';
import type { App } from '#platform/app';
import { makeCaptcha } from '#platform/captcha';
import { randomCode } from '#platform/crypto';

const VALID_MS = 5 * 60_000;
/**
 * An email that failed needs a captcha until it signs in, or for a day. The mark is stored per network: an owner who
 * signs in elsewhere would end it, which would reveal to a stranger that the account exists.
 */
const NEEDED_MS = 86_400_000;

const given = (key: string) => `captcha:${key}`;
const needed = (email: string, network: string) => `captcha.email:${network} ${email.toLowerCase()}`;
const besieged = (kind: string, name: string) => `captcha.${kind}.always:${name.toLowerCase()}`;

export async function issueCaptcha({ shortLived }: App) {
  const { text, image } = makeCaptcha();
  const key = randomCode(18);
  await shortLived.set(given(key), text.toLowerCase(), VALID_MS);
  return { key, img: image, sensitive: false };
}

/** Prefix of the keys for proofs of work. */
const WORK = 'work:';
/** A phone needs a few seconds for 2^18 hashes. */
const WORK_BITS = 18;

/** Issues a proof of work for people who cannot see the picture: their device computes for a while instead. */
export async function issueWork({ shortLived }: App) {
  const [key, salt] = [randomCode(18), randomCode(18)];
  await shortLived.set(given(key), `${WORK}${salt}`, VALID_MS);
  return { key, salt, bits: WORK_BITS };
}

function isWorkDone(salt: string, number: string): boolean {
  if (!/^\d{1,12}$/.test(number)) return false;
  const digest = createHash('sha256').update(`${salt}:${number}`).digest();
  return digest.readUInt32BE(0) >>> (32 - WORK_BITS) === 0;
}

/** Checks a picture's text or a proof of work. Each is valid for one attempt, right or wrong. */
export async function checkCaptcha(
  { shortLived }: App,
  key: string | undefined,
  code: string | undefined,
): Promise<boolean> {
  if (!key || !code) return false;
  const text = await shortLived.take(given(key.slice(0, 100)));
  if (text?.startsWith(WORK)) return isWorkDone(text.slice(WORK.length), code.trim());
  return text !== null && text === code.trim().toLowerCase();
}

export const needCaptcha = ({ shortLived }: App, email: string, network: string): Promise<void> =>
  shortLived.set(needed(email, network), '1', NEEDED_MS);
export const isCaptchaNeeded = async ({ shortLived }: App, email: string, network: string): Promise<boolean> =>
  (await shortLived.get(needed(email, network))) !== null;
export const clearCaptcha = ({ shortLived }: App, email: string, network: string): Promise<void> =>
  shortLived.delete(needed(email, network));

/**
 * For `ms` every try for this email or from this address needs a captcha, whatever the workspace has set. The kind is
 * part of the key, because somebody can type a network address as an email.
 */
export const requireCaptchaFor = (
  { shortLived }: App,
  kind: 'email' | 'address',
  name: string,
  ms: number,
): Promise<void> => shortLived.set(besieged(kind, name), '1', ms);
export const isCaptchaInsisted = async (
  { shortLived }: App,
  kind: 'email' | 'address',
  name: string,
): Promise<boolean> => (await shortLived.get(besieged(kind, name))) !== null;

/** The text of a captcha; for tests, which cannot read pictures. */
export const textOf = async ({ shortLived }: App, key: string): Promise<string> =>
  (await shortLived.get(given(key))) ?? '';

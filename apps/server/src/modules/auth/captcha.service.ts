import { makeCaptcha } from '#platform/captcha';
import { randomCode } from '#platform/crypto';

const VALID_MS = 5 * 60_000;
const KEPT = 10_000;

/** Captchas given out and emails that need one. In one node's memory: losing it costs a new picture, nothing else. */
const waiting = new Map<string, { text: string; until: number }>();
const needed = new Map<string, number>();
const besieged = new Map<string, number>();

export function issueCaptcha() {
  const { text, image } = makeCaptcha();
  const key = randomCode(18);
  waiting.set(key, { text: text.toLowerCase(), until: Date.now() + VALID_MS });
  trim(waiting);
  return { key, img: image, sensitive: false };
}

/** Each picture is good for one try, right or wrong. */
export function checkCaptcha(key: string | undefined, code: string | undefined): boolean {
  if (!key || !code) return false;
  const given = waiting.get(key);
  waiting.delete(key);
  return given !== undefined && given.until > Date.now() && given.text === code.trim().toLowerCase();
}

export function needCaptcha(email: string): void {
  needed.set(email.toLowerCase(), Date.now());
  trim(needed);
}
export const isCaptchaNeeded = (email: string) => needed.has(email.toLowerCase());
export const clearCaptcha = (email: string) => needed.delete(email.toLowerCase());

/**
 * For `ms` every try for this email or from this address needs a captcha, whatever the workspace has set. The kind is
 * part of the key, because an address can be typed as an email.
 */
export function requireCaptchaFor(kind: 'email' | 'address', name: string, ms: number): void {
  besieged.set(`${kind}:${name.toLowerCase()}`, Date.now() + ms);
  trim(besieged);
}
export const isCaptchaInsisted = (kind: 'email' | 'address', name: string) =>
  (besieged.get(`${kind}:${name.toLowerCase()}`) ?? 0) > Date.now();

/** The text of a captcha; for tests, which cannot read pictures. */
export const textOf = (key: string): string => waiting.get(key)?.text ?? '';

function trim(map: Map<string, unknown>): void {
  if (map.size <= KEPT) return;
  const oldest = map.keys().next().value;
  if (oldest !== undefined) map.delete(oldest);
}

import { Secret, TOTP } from 'otpauth';

/** The seconds for which authenticator apps show a code. */
const PERIOD_S = 30;
/** Codes of this many steps before and after are accepted, because clocks differ. */
const WINDOW = 1;

const SEED_BYTES = 20;
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

const totpOf = (seed: string, issuer = '', label = '') =>
  new TOTP({ secret: Secret.fromBase32(seed), issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** The address that an authenticator app reads from a QR code. */
export const seedAddress = (seed: string, workspace: string, email: string): string =>
  totpOf(seed, workspace, email).toString();

/** The time step of a right code; null for a wrong one. */
export function stepOfCode(seed: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(seed).validate({ token: code, window: WINDOW, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}

/** The code of this moment; for tests. */
export const codeAt = (seed: string, now: Date): string => totpOf(seed).generate({ timestamp: now.getTime() });

import { createHash, hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export const hashPassword = (password: string) => hash(password);

const LONGEST = 1000;

// This hash is checked if the account does not exist, so that an unknown account takes as long as a wrong password.
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$6vHs3JTl1rMfkGZbUVGmFGzL3lVVcYQbSCKbGm0sIgM';

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  // Longer passwords cannot have been set, and hashing them would take the server's time.
  if (password.length > LONGEST) return false;
  try {
    const matches = await verify(stored || DECOY, password);
    return matches && Boolean(stored);
  } catch {
    return false;
  }
}

/** Makes an opaque, unguessable token, of which only the hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');
export const tokenHash = (token: string) => digest('sha256', token);
export const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');
export const randomCode = (bytes: number) => randomBytes(bytes).toString('base64url');
export const sixDigits = () => String(randomInt(0, 1_000_000)).padStart(6, '0');

export function sameText(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}

import type { InputOf } from '@atrium/contract/kit.ts';
import type { loginQrcode } from '@atrium/contract/people/qrLogin.ts';
import { findUser } from '#modules/users/users.service';
import { tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { enter } from './enter.service.ts';
import { deleteOldLoginCodes, insertLoginCode, takeLoginCode } from './qr.queries.ts';

const GIVEN_PER_PERSON = 20;
/** The limit is high because everybody behind one address polls every two seconds. */
const ASKED_PER_ADDRESS = 3000;
const WINDOW_MS = 5 * 60_000;

/**
 * Signs in from another device. The signed-in device confirms a code; the device that shows the code polls and is let
 * in once. Only the code's hash is stored, in the database: the two devices may talk to two nodes.
 */
export function signInByCode(direct: Direct, { code, type }: InputOf<typeof loginQrcode>) {
  return type === 'login' ? giveSelf(direct, code) : askForPerson(direct, code);
}

async function giveSelf({ app, caller, now }: Direct, code: string) {
  if (!caller.userid) throw fail('auth.required');
  if (!app.limiter.take(`qr:${caller.userid}`, GIVEN_PER_PERSON, WINDOW_MS)) throw fail('rate.limited');
  await deleteOldLoginCodes(app.db, now.getTime());
  const given = await insertLoginCode(app.db, { code_hash: tokenHash(code), userid: caller.userid, created_at: now });
  if (!given) throw fail('login.qr_used');
  return {};
}

async function askForPerson(direct: Direct, code: string) {
  const { app, caller, now } = direct;
  if (!app.limiter.take(`qr-asked:${neighbourhood(caller.ip)}`, ASKED_PER_ADDRESS, WINDOW_MS))
    throw fail('rate.limited');
  // The code is deleted when it is read: of two devices that ask at once, one is signed in.
  const given = await takeLoginCode(app.db, tokenHash(code), now.getTime());
  if (!given) throw fail('login.qr_waiting');
  const user = await findUser(app.db, given.userid);
  if (!user || user.disable_at || user.delete_at) throw fail('login.refused');
  return enter(direct, user.userid, 'code');
}

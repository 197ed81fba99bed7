import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/signIn.ts';
import { findUser } from '#modules/users/users.service';
import { newToken, tokenHash } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood, networkOf } from '#platform/limiter';
import { recordAudit, type View } from '#platform/work';
import { enter, type SignInWay } from '../enter.service.ts';
import { listPlaces } from '../places.queries.ts';
import { acceptsCode, factorsOf, hasFactor } from './factors.service.ts';
import { canUsePasskeys } from './passkeyPlace.ts';
import { challenge, personOfAnswer } from './passkeys.service.ts';

/** A sign-in whose password was right waits this long for the second factor. */
const TICKET_MS = 10 * 60_000;
const TRIES_PER_TICKET = 5;
/**
 * Attempts for one account, each with a ticket that took a right password. With fifty guesses a day, one day in six
 * thousand has a right one.
 */
const TRIES_PER_PERSON = 15;
const TRIES_PER_DAY = 50;
const DAY_MS = 86_400_000;
const PER_NETWORK = 120;
const WINDOW_MS = 15 * 60_000;
const key = (ticket: string) => `factor:${tokenHash(ticket)}`;

/** @throws login.factor  with a ticket, if the account has a second factor */
export async function askForFactor({ app, caller }: Pick<View, 'app' | 'caller'>, userid: number): Promise<void> {
  const own = await factorsOf(app.db, userid);
  if (!hasFactor(own)) return;
  // This is no failed attempt: someone who stops here knows the password and nothing else.
  await recordAudit(app, caller, { action: 'signin.asked', by: 0, target: { type: 'user', id: userid } });
  const ticket = newToken();
  await app.shortLived.set(key(ticket), String(userid), TICKET_MS);
  throw fail('login.factor', {
    ticket,
    totp: own.totp,
    passkey: own.passkeys.length > 0 && canUsePasskeys(app),
  });
}

async function personOfTicket({ app, caller }: Pick<View, 'app' | 'caller'>, ticket: string): Promise<number> {
  if (!app.limiter.take(`factor:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
  const userid = Number(await app.shortLived.get(key(ticket)));
  if (!userid) throw fail('login.ticket');
  return userid;
}

/** @throws login.ticket, factor.wrong, rate.limited */
export async function signInByFactor(direct: Direct, { ticket, code }: InputOf<typeof contract.loginFactor>) {
  const { app, tx } = direct;
  const userid = await personOfTicket(direct, ticket);
  if (!app.limiter.take(`factor-of:${userid}`, TRIES_PER_PERSON, WINDOW_MS)) throw fail('rate.limited');
  if (!app.limiter.take(`factor-day:${userid}`, TRIES_PER_DAY, DAY_MS) && !(await isKnownNetwork(direct, userid))) {
    throw fail('rate.limited');
  }
  if (!app.limiter.take(`factor-ticket:${tokenHash(ticket)}`, TRIES_PER_TICKET, TICKET_MS)) {
    await app.shortLived.delete(key(ticket));
    throw fail('login.ticket');
  }
  if (!(await acceptsCode(direct, tx, userid, code))) {
    await recordFailure(direct, userid, 'factor');
    throw fail('factor.wrong');
  }
  app.limiter.giveBack(`factor-of:${userid}`);
  app.limiter.giveBack(`factor-day:${userid}`);
  return finish(direct, userid, ticket, 'factor');
}

/** `userid`: 0 = the passkey is not known. */
function recordFailure({ app, caller }: Direct, userid: number, way: SignInWay): Promise<void> {
  return recordAudit(app, caller, {
    action: 'signin.failed',
    by: 0,
    target: { type: 'user', id: userid },
    detail: { way },
  });
}

/** True for a network the person has used before: somebody who guesses from elsewhere must not lock them out. */
async function isKnownNetwork({ tx, caller }: Direct, userid: number): Promise<boolean> {
  const network = networkOf(caller.ip);
  return (await listPlaces(tx, userid)).some(({ kind, place }) => kind === 'network' && place === network);
}

async function finish(direct: Direct, userid: number, ticket: string | undefined, way: SignInWay) {
  if (ticket && (await direct.app.shortLived.take(key(ticket))) === null) throw fail('login.ticket');
  const user = await findUser(direct.app.db, userid);
  if (!user || user.disable_at || user.delete_at) throw fail('login.ticket');
  return enter(direct, userid, way);
}

/** @throws login.ticket, passkey.address, rate.limited */
export async function passkeyChallenge(view: View, { ticket }: InputOf<typeof contract.passkeyOptions>) {
  const { app, caller } = view;
  if (!app.limiter.take(`passkey:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
  if (!ticket) return challenge(app, 'login', 0);
  const userid = await personOfTicket(view, ticket);
  return challenge(app, `factor:${userid}`, userid);
}

/**
 * Signs in with a passkey instead of the password, or after it with a ticket. @throws login.ticket, passkey.refused,
 * passkey.unknown
 */
export async function signInByPasskey(direct: Direct, { ticket, response }: InputOf<typeof contract.passkeyLogin>) {
  if (!ticket) {
    const { app, caller } = direct;
    if (!app.limiter.take(`factor:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
    return finish(direct, await personOfPasskey(direct, 'login', response, 0), undefined, 'passkey');
  }
  const userid = await personOfTicket(direct, ticket);
  await personOfPasskey(direct, `factor:${userid}`, response, userid);
  return finish(direct, userid, ticket, 'passkey');
}

/** @param expected  whose passkey it must be; 0 = anybody's */
async function personOfPasskey(
  direct: Direct,
  purpose: Parameters<typeof personOfAnswer>[1],
  response: Record<string, unknown>,
  expected: number,
): Promise<number> {
  try {
    const userid = await personOfAnswer(direct, purpose, response);
    if (expected !== 0 && userid !== expected) throw fail('passkey.refused');
    return userid;
  } catch (error) {
    if (error instanceof Failure && error.code !== 'passkey.address') await recordFailure(direct, expected, 'passkey');
    throw error;
  }
}

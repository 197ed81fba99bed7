import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/signIn.ts';
import type * as WebAuthn from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { requireProof } from '#modules/sessions/proof.service';
import { settingsOf } from '#modules/system/settings.service';
import { enqueueNotice } from '#modules/users/notices.service';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork } from '#platform/work';
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse } from './factors.queries.ts';
import { announceFactors, firstCodes } from './factors.service.ts';
import { canUsePasskeys, passkeyPlace } from './passkeyPlace.ts';

/**
 * The library is loaded on first use: it has three hundred files, and a server and its commands start sooner without
 * them.
 */
const webAuthn = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server');

/** A challenge is answered once, within this time, and for its own purpose. */
const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const key = (challenge: string) => `passkey:${challenge}`;

/** The purpose of a challenge: adding a passkey, signing in without a password, a second step, or a proof. */
type Purpose = `add:${number}` | 'login' | `factor:${number}` | `prove:${number}`;

const keep = ({ shortLived }: App, challenge: string, purpose: Purpose): Promise<void> =>
  shortLived.set(key(challenge), purpose, CHALLENGE_MS);
const taker =
  ({ shortLived }: App, purpose: Purpose) =>
  async (challenge: string): Promise<boolean> =>
    (await shortLived.take(key(challenge.slice(0, 200)))) === purpose;

function requirePlace(app: App): void {
  if (!canUsePasskeys(app)) throw fail('passkey.address');
}

type Transports = NonNullable<
  Parameters<typeof WebAuthn.generateRegistrationOptions>[0]['excludeCredentials']
>[number]['transports'];
const listed = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports: transports as NonNullable<Transports>,
});

/** @throws passkey.address, passkey.many */
export async function beginPasskey(direct: Direct) {
  const { app, caller, tx } = direct;
  requirePlace(app);
  await requireProof(direct);
  const [user, own, { system_alias }] = await Promise.all([
    findUser(tx, caller.userid),
    listPasskeys(tx, caller.userid),
    settingsOf(app),
  ]);
  if (!user) throw fail('auth.ended');
  if (own.length >= MAX_PASSKEYS) throw fail('passkey.many', { limit: MAX_PASSKEYS });
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: system_alias,
    rpID: passkeyPlace(app).rpID,
    userID: new TextEncoder().encode(`atrium-${user.userid}`),
    userName: user.email,
    userDisplayName: displayName(user),
    attestationType: 'none',
    excludeCredentials: own.map(listed),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keep(app, options.challenge, `add:${user.userid}`);
  return options as unknown as Record<string, unknown>;
}

/** @throws passkey.refused, passkey.known, passkey.many */
export async function addPasskey(direct: Direct, { name, response }: InputOf<typeof contract.passkeyAdd>) {
  const { app, caller } = direct;
  requirePlace(app);
  await requireProof(direct);
  const { rpID, origin } = passkeyPlace(app);
  const answer = await (await webAuthn())
    .verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: taker(app, `add:${caller.userid}`),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    })
    .catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!answer.verified || !answer.registrationInfo) throw fail('passkey.refused');
  const { credential } = answer.registrationInfo;
  return performWork(app, caller, async (work) => {
    if ((await listPasskeys(work.tx, caller.userid)).length >= MAX_PASSKEYS) {
      throw fail('passkey.many', { limit: MAX_PASSKEYS });
    }
    const isNew = await insertPasskey(work.tx, {
      userid: caller.userid,
      name: name || 'Passkey',
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    });
    if (!isNew) throw fail('passkey.known');
    announceFactors(work, 'factor.added', 'passkey');
    enqueueNotice(work, caller.userid, 'factor_added');
    return { codes: await firstCodes(work, caller.userid) };
  });
}

/** A challenge for the passkeys of one person, or with `login` for any passkey that the browser offers. */
export async function challenge(app: App, purpose: Exclude<Purpose, `add:${number}`>, userid: number) {
  requirePlace(app);
  const own = userid ? await listPasskeys(app.db, userid) : [];
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: passkeyPlace(app).rpID,
    allowCredentials: own.map(listed),
    // A passkey that replaces the password must also have checked a finger, a face or a PIN.
    userVerification: purpose === 'login' ? 'required' : 'preferred',
  });
  await keep(app, options.challenge, purpose);
  return options as unknown as Record<string, unknown>;
}

/** Returns the person of the passkey that answered a challenge. @throws passkey.refused, passkey.unknown */
export async function personOfAnswer(
  { app, now }: Pick<Direct, 'app' | 'now'>,
  purpose: Exclude<Purpose, `add:${number}`>,
  response: Record<string, unknown>,
): Promise<number> {
  const id = typeof response['id'] === 'string' ? response['id'].slice(0, 2000) : '';
  const known = await findPasskey(app.db, id);
  if (!known) throw fail('passkey.unknown');
  requirePlace(app);
  const { rpID, origin } = passkeyPlace(app);
  const answer = await (await webAuthn())
    .verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: taker(app, purpose),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: purpose === 'login',
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(known.public_key),
        counter: Number(known.counter),
        transports: known.transports as NonNullable<Transports>,
      },
    })
    .catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!answer.verified || !answer.authenticationInfo) throw fail('passkey.refused');
  await notePasskeyUse(app.db, known.id, answer.authenticationInfo.newCounter, now);
  return known.userid;
}

import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/signIn.ts';
import type { Factors } from '@atrium/contract/people/signIn.ts';
import type { Settings } from '@atrium/contract/workspace/settings.ts';
import { factorDue, isFactorRequired } from '#modules/sessions/factorRule.service';
import { requireProof } from '#modules/sessions/proof.service';
import { settingsOf } from '#modules/system/settings.service';
import { enqueueNotice } from '#modules/users/notices.service';
import { endOtherSessions } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import type { Reader, Writer } from '#platform/db/pool';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import { performWork, type View, viewFor, type Work } from '#platform/work';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteAllPasskeys,
  deletePasskeyRow,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  listPasskeys,
  listTotp,
  putRecoveryCodes,
  putTotp,
  renamePasskeyRow,
  resealTotp,
  takeRecoveryCode,
  takeStep,
} from './factors.queries.ts';
import { canUsePasskeys } from './passkeyPlace.ts';
import { newRecoveryCodes, recoveryHash } from './recoveryCodes.ts';
import { newSeed, seedAddress, stepOfCode } from './totp.ts';

const about = (userid: number) => `totp.${userid}`;
const TRIES = 10;
const WINDOW_MS = 5 * 60_000;

export interface FactorsOf {
  totp: boolean;
  passkeys: Awaited<ReturnType<typeof listPasskeys>>;
}

export async function factorsOf(db: Reader, userid: number): Promise<FactorsOf> {
  const [totp, passkeys] = await Promise.all([findTotp(db, userid), listPasskeys(db, userid)]);
  return { totp: Boolean(totp?.confirmed_at), passkeys };
}
export const hasFactor = ({ totp, passkeys }: FactorsOf): boolean => totp || passkeys.length > 0;

/**
 * Refuses a rule that would hold back the administrator who saves it. @throws setting.own_factor
 */
export async function keepAdminIn({ app, caller }: Pick<View, 'app' | 'caller'>, sent: Settings): Promise<void> {
  const { factor_required, factor_grace_days } = sent;
  if (caller.userid === 0 || (factor_required === undefined && factor_grace_days === undefined)) return;
  const before = await settingsOf(app);
  const next = {
    ...before,
    ...(factor_required !== undefined && { factor_required }),
    ...(factor_grace_days !== undefined && { factor_grace_days }),
  };
  if (!isFactorRequired(next, caller.identity)) return;
  const user = await findUser(app.db, caller.userid);
  const factor_required_at = isFactorRequired(before, caller.identity) ? before.factor_required_at : Date.now();
  const isHeld = user && factorDue({ ...next, factor_required_at }, user.created_at).getTime() <= Date.now();
  if (isHeld && !hasFactor(await factorsOf(app.db, caller.userid))) throw fail('setting.own_factor');
}

export async function listFactors({ app, tx, caller }: View): Promise<Factors> {
  const [own, recovery_left, settings, user] = await Promise.all([
    factorsOf(tx, caller.userid),
    countRecoveryCodes(tx, caller.userid),
    settingsOf(app),
    findUser(tx, caller.userid),
  ]);
  if (!user) throw fail('auth.ended');
  const required = isFactorRequired(settings, user.identity);
  return {
    totp: own.totp,
    passkeys: own.passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      created_at: wireTime(created_at),
      used_at: wireTime(used_at),
    })),
    recovery_left,
    required,
    due_at: required && !hasFactor(own) ? wireTime(factorDue(settings, user.created_at)) : null,
    can_passkey: canUsePasskeys(app),
  };
}

/** Makes the recovery codes that come with the first factor; each opens the account once. */
export async function firstCodes(work: Work, userid: number): Promise<string[]> {
  return (await countRecoveryCodes(work.tx, userid)) > 0 ? [] : makeCodes(work, userid);
}
async function makeCodes(work: Work, userid: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await putRecoveryCodes(
    work.tx,
    userid,
    codes.map((code) => recoveryHash(userid, code)),
  );
  return codes;
}

type Factor = 'totp' | 'passkey';

/** Tells sessions whether the account now has a factor. The audit log gets which one was added or removed. */
export function announceFactors(work: Work, action: 'factor.added' | 'factor.removed', factor: Factor): void {
  const { userid } = work.caller;
  work.audit({ action, target: { type: 'user', id: userid }, detail: { factor } });
  work.tellNodes('session', { userid, ended: false });
}

/** @throws proof.needed, factor.has_app */
export async function beginTotp(work: Work) {
  const { app, caller } = work;
  await requireProof(work);
  const user = await findUser(work.tx, caller.userid);
  if (!user) throw fail('auth.ended');
  // Codes of a second seed would never be right, so the one in use stays until it is removed.
  if ((await findTotp(work.tx, caller.userid))?.confirmed_at) throw fail('factor.has_app');
  const secret = newSeed();
  await putTotp(work.tx, caller.userid, app.secrets.seal(secret, about(caller.userid)));
  return { secret, uri: seedAddress(secret, (await settingsOf(app)).system_alias, user.email) };
}

/** @throws factor.begin, factor.setup, rate.limited */
export async function finishTotp(work: Work, { code }: InputOf<typeof contract.totpConfirm>) {
  const { app, caller, now } = work;
  await requireProof(work);
  if (!app.limiter.take(`totp:${caller.userid}`, TRIES, WINDOW_MS)) throw fail('rate.limited');
  const row = await findTotp(work.tx, caller.userid);
  if (!row || row.confirmed_at) throw fail('factor.begin');
  const step = stepOfCode(app.secrets.open(row.secret, about(caller.userid)), plain(code), now);
  if (step === null) throw fail('factor.setup');
  await takeStep(work.tx, caller.userid, step);
  await confirmTotp(work.tx, caller.userid, now);
  announceFactors(work, 'factor.added', 'totp');
  enqueueNotice(work, caller.userid, 'factor_added');
  return { codes: await firstCodes(work, caller.userid) };
}

const plain = (code: string) => code.replace(/\s/g, '');

/** @throws factor.none, factor.last */
export async function removeTotp(work: Work) {
  const { caller } = work;
  await requireProof(work);
  const own = await factorsOf(work.tx, caller.userid);
  if (!own.totp) throw fail('factor.none');
  await requireSpare(work, own.passkeys.length > 0);
  await deleteTotp(work.tx, caller.userid);
  return afterRemoval(work, 'totp', own.passkeys.length > 0);
}

export async function renamePasskey({ tx, caller }: Work, { id, name }: InputOf<typeof contract.passkeyRename>) {
  if (!(await renamePasskeyRow(tx, caller.userid, id, name))) throw fail('passkey.gone');
  return {};
}

/** @throws passkey.gone, factor.last */
export async function removePasskey(work: Work, { id }: InputOf<typeof contract.passkeyRemove>) {
  const { caller } = work;
  await requireProof(work);
  const own = await factorsOf(work.tx, caller.userid);
  if (!own.passkeys.some((each) => each.id === id)) throw fail('passkey.gone');
  const hasSpare = own.totp || own.passkeys.length > 1;
  await requireSpare(work, hasSpare);
  await deletePasskeyRow(work.tx, caller.userid, id);
  return afterRemoval(work, 'passkey', hasSpare);
}

/** Keeps the last factor where the workspace requires one. @throws factor.last */
async function requireSpare({ app, caller }: Work, hasSpare: boolean): Promise<void> {
  if (!hasSpare && isFactorRequired(await settingsOf(app), caller.identity)) throw fail('factor.last');
}

async function afterRemoval(work: Work, factor: Factor, hasSpare: boolean) {
  const { userid } = work.caller;
  if (!hasSpare) await deleteRecoveryCodes(work.tx, userid);
  announceFactors(work, 'factor.removed', factor);
  enqueueNotice(work, userid, 'factor_removed');
  return {};
}

/** @throws factor.none */
export async function renewCodes(work: Work) {
  await requireProof(work);
  if (!hasFactor(await factorsOf(work.tx, work.caller.userid))) throw fail('factor.none');
  const { userid } = work.caller;
  work.audit({ action: 'factor.codes', target: { type: 'user', id: userid } });
  return { codes: await makeCodes(work, userid) };
}

/** Deletes all second factors and passkeys. */
export async function dropFactors(work: Work, userid: number): Promise<void> {
  await deleteTotp(work.tx, userid);
  await deleteAllPasskeys(work.tx, userid);
  await deleteRecoveryCodes(work.tx, userid);
}

/**
 * Removes the factors of a person who has lost their phone. Their devices are signed out: somebody else may have one.
 */
export async function clearFactors(work: Work, { userid }: InputOf<typeof contract.factorClear>) {
  await requireProof(work);
  const user = await findUser(work.tx, userid);
  if (!user || user.delete_at || user.bot) throw fail('user.gone');
  if (!hasFactor(await factorsOf(work.tx, userid))) throw fail('factor.none');
  await dropFactors(work, userid);
  await endOtherSessions(work, userid, userid === work.caller.userid ? work.caller.deviceId : 0);
  work.audit({ action: 'factor.cleared', target: { type: 'user', id: userid, name: user.email } });
  enqueueNotice(work, userid, 'factor_cleared');
  return {};
}

/** Accepts the code of an authenticator app or a recovery code, each once. */
export async function acceptsCode(
  { app, now }: { app: App; now: Date },
  tx: Writer,
  userid: number,
  code: string,
): Promise<boolean> {
  const row = await findTotp(tx, userid);
  if (row?.confirmed_at) {
    const step = stepOfCode(app.secrets.open(row.secret, about(userid)), plain(code), now);
    if (step !== null) return takeStep(tx, userid, step);
  }
  return takeRecoveryCode(tx, userid, recoveryHash(userid, code), now);
}

/** Seeds that an earlier key encrypted are encrypted again; those that no key opens are deleted. */
export async function sealSeeds(app: App): Promise<void> {
  await performWork(app, viewFor(app).caller, async (work) => {
    const counts = { 'secrets.rotated': 0, 'secrets.lost': 0 };
    for (const { userid, secret } of await listTotp(work.tx)) {
      if (app.secrets.isCurrent(secret)) continue;
      const seed = app.secrets.open(secret, about(userid));
      if (seed) await resealTotp(work.tx, userid, app.secrets.seal(seed, about(userid)));
      else await deleteTotp(work.tx, userid);
      counts[seed ? 'secrets.rotated' : 'secrets.lost']++;
    }
    for (const action of ['secrets.rotated', 'secrets.lost'] as const) {
      if (counts[action] > 0) work.audit({ action, detail: { authenticator_apps: counts[action] } });
    }
  });
}

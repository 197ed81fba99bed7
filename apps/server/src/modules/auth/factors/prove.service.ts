import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/signIn.ts';
import { noteProof } from '#modules/sessions/proof.service';
import { directoryOf, isOwnPassword } from '#modules/users/directories.service';
import { findUser } from '#modules/users/users.service';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { recordAudit, type View } from '#platform/work';
import { acceptsCode, factorsOf } from './factors.service.ts';
import { canUsePasskeys } from './passkeyPlace.ts';
import { challenge, personOfAnswer } from './passkeys.service.ts';

const TRIES = 10;
const WINDOW_MS = 5 * 60_000;
/** The same limit as for signing in: somebody at an unlocked device must not try passwords all day. */
const TRIES_PER_DAY = 50;
const DAY_MS = 86_400_000;

export async function listProofs({ app, tx, caller }: View) {
  const [user, own] = await Promise.all([findUser(tx, caller.userid), factorsOf(tx, caller.userid)]);
  return {
    password: Boolean(user?.password) || Boolean(user && (await directoryOf(app, user))),
    totp: own.totp,
    passkey:
      own.passkeys.length > 0 && canUsePasskeys(app)
        ? await challenge(app, `prove:${caller.userid}`, caller.userid)
        : null,
  };
}

/** @throws prove.wrong, prove.password, passkey.refused, passkey.unknown, rate.limited */
export async function proveSelf(direct: Direct, input: InputOf<typeof contract.prove>) {
  const { app, caller, tx } = direct;
  if (!app.limiter.take(`prove:${caller.userid}`, TRIES, WINDOW_MS)) throw fail('rate.limited');
  if (!app.limiter.take(`prove-day:${caller.userid}`, TRIES_PER_DAY, DAY_MS)) throw fail('rate.limited');
  try {
    if (!(await isProved(direct, input))) throw fail(input.password ? 'prove.password' : 'prove.wrong');
  } catch (error) {
    if (error instanceof Failure) {
      await recordAudit(app, caller, { action: 'proof.failed', target: { type: 'user', id: caller.userid } });
    }
    throw error;
  }
  await noteProof({ tx, caller, now: direct.now });
  app.limiter.giveBack(`prove:${caller.userid}`);
  app.limiter.giveBack(`prove-day:${caller.userid}`);
  return {};
}

async function isProved(direct: Direct, { password, code, passkey }: InputOf<typeof contract.prove>): Promise<boolean> {
  const { app, caller, tx } = direct;
  const { userid } = caller;
  if (passkey) return (await personOfAnswer(direct, `prove:${userid}`, passkey)) === userid;
  if (code) return acceptsCode(direct, tx, userid, code);
  const user = await findUser(tx, userid);
  return isOwnPassword(app, user, password ?? '');
}

import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/accounts.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { settingsOf } from '#modules/system/settings.service';
import { directoryOf, isOwnPassword } from '#modules/users/directories.service';
import { presentProfile, type UserRecord } from '#modules/users/present.service';
import { DELETE, useCode } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type Work } from '#platform/work';
import {
  anotherAdmin,
  endAccount,
  lockLeaver,
  receiverOf,
  requireOtherAdmin,
  transferProjectsAndGroups,
} from './accounts.service.ts';

/**
 * Deletes what only a person wrote or stored: their files and personal project before these pass to others, and the rest
 * afterwards.
 */
export const erasing = new ExtensionPoint<{
  own: (work: Work, userid: number) => Promise<void>;
  person: (work: Work, user: UserRecord) => Promise<void>;
}>();

const TRIES = 10;
const WINDOW_MS = 5 * 60_000;

/** A person ends their own account: previews it first (`warning`), then proves their identity. */
export async function deleteOwnAccount(direct: Direct, input: InputOf<typeof contract.accountDelete>) {
  const { app, caller } = direct;
  const { reg_verify } = await settingsOf(app);
  const isDone = input.type === 'confirm';
  const isMailed = reg_verify === 'open';
  if (isDone) {
    if (!app.limiter.take(`delete:${caller.userid}`, TRIES, WINDOW_MS)) throw fail('rate.limited');
    await requireProof(direct);
    // The password is checked outside the transaction, because hashing is slow.
    if (!isMailed) await checkOwnPassword(direct, input.password ?? '');
  }
  return performWork(app, caller, async (work) => {
    const user = await lockLeaver(work, caller.userid);
    if (!user || user.delete_at) throw fail('auth.ended');
    if (input.email.toLowerCase() !== user.email.toLowerCase()) throw fail('email.different');
    await requireOtherAdmin(work, user);
    const receiver = await receiverOf(work, user, input.transfer_userid);
    if (!isDone) return presentProfile(app, user, caller.token);
    if (isMailed) await useCode(work, user.userid, DELETE, user.email, input.code ?? '');
    const erasers = input.erase ? erasing.of(app) : [];
    // The person's own content is deleted before the rest passes to an administrator whom nobody chose.
    if (!receiver) {
      for (const { own } of erasers) await own(work, user.userid);
      await transferProjectsAndGroups(work, user, 0);
    }
    await endAccount(work, user, {
      // The receiver is chosen now, because nobody could choose one afterwards.
      receiver: receiver ?? (await anotherAdmin(work, user)),
      reason: input.reason ?? '',
    });
    for (const { person } of erasers) await person(work, user);
    return presentProfile(app, { ...user, delete_at: work.now, identity: [], tel: '' }, '');
  });
}

async function checkOwnPassword({ app, caller }: Direct, password: string): Promise<void> {
  const user = await findUser(app.db, caller.userid);
  // A person who came through a provider has no password; the proof before is enough.
  if (user && user.password === '' && !(await directoryOf(app, user))) return;
  if (!(await isOwnPassword(app, user, password))) throw fail('delete.password');
}

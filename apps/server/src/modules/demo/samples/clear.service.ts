import { endAccount } from '#modules/accounts/accounts.service';
import { closeDialog } from '#modules/dialogs/members/membership.service';
import { deleteForGood } from '#modules/drive/bin/bin.service';
import { removeDrive } from '#modules/drive/drive.service';
import { deletePlan } from '#modules/meetings/plans/plans.service';
import { removeProject } from '#modules/projects/projects.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { inNameOf, operatorCaller } from '#platform/callers';
import { Failure } from '#platform/fail';
import { performWork, type Work } from '#platform/work';
import {
  deleteSet,
  findSet,
  listDirectDialogs,
  listItems,
  listLivingFiles,
  listLivingProjects,
  markFailed,
  type SampleSet,
} from './samples.queries.ts';

/**
 * The steps that remove the samples. Each is one transaction, and finds nothing if it is repeated. People are removed
 * last, because everything else belongs to them.
 */
const PARTS = [clearPlans, clearProjects, clearDialogs, clearFiles, clearPeople];

/** Removes the sample content; safe to run twice at the same time, and stopped at any moment. */
export async function clearSamples(app: App): Promise<void> {
  try {
    for (const part of PARTS) {
      await performWork(app, operatorCaller, async (work) => {
        const set = await findSet(work.tx, { lock: true });
        if (set?.state === 'removing') await part(work, set);
      });
    }
  } catch (error) {
    await markFailed(app.db);
    throw error;
  }
}

const as = (work: Work, userid: number) => inNameOf(work, { userid });
const idsOf = async ({ tx }: Work, set: SampleSet, kind: Parameters<typeof listItems>[2]) =>
  (await listItems(tx, set.id, kind)).map(({ item_id }) => item_id);

async function clearPlans(work: Work, set: SampleSet): Promise<void> {
  const host = (await listItems(work.tx, set.id, 'user')).find(({ name }) => name === 'ben');
  for (const id of await idsOf(work, set, 'plan')) {
    await deletePlan(as(work, host?.item_id ?? 0), { id }).catch(ignoreMissing('meeting.plan_gone'));
  }
}

const ignoreMissing = (code: string) => (error: unknown) => {
  if (!(error instanceof Failure) || error.code !== code) throw error;
};

async function clearProjects(work: Work, set: SampleSet): Promise<void> {
  for (const { id, owner_userid } of await listLivingProjects(work.tx, await idsOf(work, set, 'project'))) {
    await removeProject(as(work, owner_userid), { project_id: id });
  }
}

async function clearDialogs(work: Work, set: SampleSet): Promise<void> {
  const direct = await listDirectDialogs(work.tx, await idsOf(work, set, 'user'));
  for (const id of [...(await idsOf(work, set, 'dialog')), ...direct]) await closeDialog(work, id);
}

async function clearFiles(work: Work, set: SampleSet): Promise<void> {
  for (const { id, userid } of await listLivingFiles(work.tx, await idsOf(work, set, 'file'))) {
    const owner = as(work, userid);
    await removeDrive(owner, { ids: [id] });
    await deleteForGood(owner, { ids: [id] });
  }
}

/**
 * Transfers content that real people created together with a sample person to the administrator who removes the
 * samples.
 */
async function clearPeople(work: Work, set: SampleSet): Promise<void> {
  for (const id of await idsOf(work, set, 'user')) {
    const user = await findUser(work.tx, id);
    if (user && !user.delete_at) await endAccount(work, user, { receiver: set.userid, reason: 'sample' });
  }
  await deleteSet(work.tx, set.id);
}

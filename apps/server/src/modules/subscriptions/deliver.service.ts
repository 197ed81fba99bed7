import type { SubscriptionEvent } from '@atrium/contract/chat/subscriptions.ts';
import { isLanguage } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { oneApproval } from '#modules/approvals/reading/detail.service';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { driveFor } from '#modules/drive/drive.access';
import { oneMessage } from '#modules/messages/messages.service';
import { oneProject } from '#modules/projects/projects.service';
import { taskFor } from '#modules/tasks/tasks.access';
import { oneTask } from '#modules/tasks/tasks.service';
import { callerNow } from '#modules/users/callers.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { truncate } from '#platform/events/truncate';
import { Failure } from '#platform/fail';
import { isAccepted, type ProgramOutcome, postToProgram } from '#platform/outside/program';
import { wireTime } from '#platform/time/time';
import { performWork, type View } from '#platform/work';
import {
  findSubscription,
  insertDelivery,
  noteAttempt,
  pauseSubscription,
  type SubscriptionRow,
} from './subscriptions.queries.ts';

export const PUSH_JOB = 'subscription_push';
const KEPT_DELIVERIES = 200;
const KEPT_CHARS = 1000;
/** An address that accepted nothing for this long is no longer called. */
const PATIENCE_MS = 24 * 3_600_000;
const GONE = 410;

/** The event that a job delivers. */
export interface Delivery {
  subscription: number;
  event: SubscriptionEvent;
  /** The id of the message, task, project, file, approval or conversation. */
  ref: number;
  /** The id of the delivery, which is the same for each attempt. */
  id: string;
  at: string;
  /** Data that cannot be read from the database later. */
  data?: unknown;
}

export const aboutSecret = (userid: number) => `subscription.${userid}`;
const PREFIX = 'whsec_';
const keyOf = (secret: string) => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** Runs the job. Throws if the address did not accept it, so that it is tried again. */
export async function deliver(app: App, payload: unknown, attempt: number): Promise<void> {
  const delivery = payload as Delivery;
  const row = await findSubscription(app.db, delivery.subscription);
  // The subscription may have changed since.
  if (!row || row.paused_at || !row.events.includes(delivery.event)) return;
  const owner = await callerNow(app, row.userid);
  const data = owner && (await dataFor({ app, tx: app.db, caller: owner, now: new Date() }, delivery));
  if (!data) return;
  const body = JSON.stringify({ type: delivery.event, timestamp: delivery.at, data });
  const outcome = await send(app, row, { event: delivery.event, id: delivery.id, body, attempt });
  if (!isAccepted(outcome)) throw new Error(`the address of subscription ${row.id} did not accept`);
}

/** Calls the address, and notes the outcome. */
export async function send(
  app: App,
  row: SubscriptionRow,
  { event, id, body, attempt }: { event: SubscriptionEvent; id: string; body: string; attempt: number },
): Promise<ProgramOutcome> {
  const began = performance.now();
  const key = keyOf(app.secrets.open(row.secret, aboutSecret(row.userid)));
  const outcome = await postToProgram(app, row.url, { type: 'application/json', body, key, id });
  await insertDelivery(
    app.db,
    {
      subscription_id: row.id,
      event,
      webhook_id: id,
      payload: body,
      status: outcome.status,
      answer: truncate(outcome.answer, KEPT_CHARS),
      attempt,
      took_ms: Math.round(performance.now() - began),
    },
    KEPT_DELIVERIES,
  );
  const failingSince = await noteAttempt(app.db, row.id, isAccepted(outcome));
  const isHopeless = failingSince !== null && Date.now() - failingSince.getTime() > PATIENCE_MS;
  // An address that answers 410 (gone) is not called again.
  if (isHopeless || outcome.status === GONE) await pause(app, row);
  return outcome;
}

async function pause(app: App, row: SubscriptionRow): Promise<void> {
  await performWork(app, systemCaller, async (work) => {
    if (!(await pauseSubscription(work.tx, row.id))) return;
    const owner = await findUser(work.tx, row.userid);
    if (!owner || owner.delete_at) return;
    const lang = isLanguage(owner.lang) ? owner.lang : 'en';
    await sendSystemMessage(work, row.userid, {
      type: 'content',
      title: translate(lang, 'subscription.paused_title', { name: row.name }),
      content: translate(lang, 'subscription.paused', { name: row.name, url: row.url }),
    });
  });
}

/** Returns the thing as the owner sees it now; undefined if they no longer may. */
async function dataFor(view: View, { event, ref, data }: Delivery): Promise<unknown> {
  try {
    switch (event) {
      case 'message.created':
        return await oneMessage(view, { msg_id: ref });
      case 'task.created':
      case 'task.changed':
      case 'task.completed':
        return await oneTask(view, { task_id: ref });
      case 'task.deleted': {
        const { id, name, project_id, parent_id } = await taskFor(view, ref, { deleted: true });
        return { id, name, project_id, parent_id };
      }
      case 'project.created':
      case 'project.changed':
        return await oneProject(view, { project_id: ref });
      case 'member.joined':
      case 'member.left':
        await dialogFor(view, ref);
        return data;
      case 'approval.created':
      case 'approval.changed':
      case 'approval.finished':
        return await oneApproval(view, ref);
      case 'file.created':
      case 'file.changed': {
        const row = await driveFor(view, ref, 'read');
        const { id, pid, name, type, ext, size, userid } = row;
        return { id, pid, name, type, ext, size: Number(size), userid, updated_at: wireTime(row.updated_at) };
      }
    }
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

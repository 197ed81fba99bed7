import type * as contract from '@atrium/contract/chat/subscriptions.ts';
import {
  DIALOG_EVENTS,
  MOST_SUBSCRIPTIONS,
  type Subscription,
  type SubscriptionDelivery,
  type SubscriptionEvent,
} from '@atrium/contract/chat/subscriptions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { projectFor } from '#modules/projects/projects.access';
import type { App } from '#platform/app';
import { randomHex } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { mayBeAsked } from '#platform/outside/outbound';
import { translateReason } from '#platform/outside/refusal';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { aboutSecret, send } from './deliver.service.ts';
import * as queries from './subscriptions.queries.ts';

const NAME = { min: 1, max: 50 };
const SHOWN = 100;

export async function listOwn({ tx, caller }: View) {
  return { list: (await queries.listSubscriptions(tx, caller.userid)).map(present) };
}

const present = (row: queries.SubscriptionRow): Subscription => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events as SubscriptionEvent[],
  project_id: row.project_id,
  project_name: row.project_name ?? '',
  dialog_id: row.dialog_id,
  dialog_name: row.dialog_name ?? '',
  sent: row.sent,
  failing_since: row.failing_since && wireTime(row.failing_since),
  paused_at: row.paused_at && wireTime(row.paused_at),
});

/** @throws subscription.gone */
async function own({ tx, caller }: View, id: number): Promise<queries.SubscriptionRow> {
  const row = await queries.findSubscription(tx, id);
  if (!row || row.userid !== caller.userid) throw fail('subscription.gone');
  return row;
}

type Edit = InputOf<typeof contract.subscriptionEdit>;

/** @throws the errors of the call */
export async function edit(work: Work, input: Edit): Promise<Subscription> {
  const { tx, caller, app } = work;
  check(work.app, input);
  if (input.project_id) await projectFor(work, input.project_id);
  if (input.dialog_id) await dialogFor(work, input.dialog_id);
  const before = input.id ? await own(work, input.id) : undefined;
  const count = await queries.lockSubscriptions(tx, caller.userid);
  const { name, url, project_id = null, dialog_id = null } = input;
  const fields = { name, url, events: [...new Set(input.events)], project_id, dialog_id };
  if (before) {
    // Saving a paused subscription again lets it be called again.
    await queries.updateSubscription(tx, before.id, { ...fields, failing_since: null, paused_at: null });
    return present(await own(work, before.id));
  }
  if (count >= MOST_SUBSCRIPTIONS) throw fail('subscription.many', { limit: MOST_SUBSCRIPTIONS });
  const secret = app.secrets.seal(newSecret(), aboutSecret(caller.userid));
  const id = await queries.insertSubscription(tx, { ...fields, secret, userid: caller.userid });
  work.audit({ action: 'token.created', detail: { kind: 'subscription', name } });
  return present(await own(work, id));
}

const newSecret = () => `whsec_${Buffer.from(randomHex(24), 'hex').toString('base64')}`;

function check(app: App, { name, url, events, dialog_id }: Edit): void {
  const length = [...name].length;
  if (length < NAME.min || length > NAME.max) throw fail('subscription.name', NAME);
  if (!mayBeAsked(url, app.localHosts)) throw fail('subscription.url');
  if (events.length === 0) throw fail('subscription.events');
  if (!dialog_id && events.some((each) => DIALOG_EVENTS.includes(each))) throw fail('subscription.dialog');
}

/** @throws subscription.gone */
export async function secretOf(work: Work, { id, renew }: InputOf<typeof contract.subscriptionSecret>) {
  const row = await own(work, id);
  const about = aboutSecret(row.userid);
  if (!renew) return { secret: work.app.secrets.open(row.secret, about) };
  const secret = newSecret();
  await queries.updateSubscription(work.tx, id, { secret: work.app.secrets.seal(secret, about) });
  work.audit({ action: 'token.created', detail: { kind: 'subscription', name: row.name } });
  return { secret };
}

/** @throws subscription.gone */
export async function remove(work: Work, { id }: InputOf<typeof contract.subscriptionDelete>) {
  const row = await own(work, id);
  await queries.deleteSubscription(work.tx, id);
  work.audit({ action: 'token.revoked', detail: { kind: 'subscription', name: row.name } });
  return {};
}

/** @throws subscription.gone */
export async function readDeliveries(view: View, { id }: InputOf<typeof contract.subscriptionDeliveries>) {
  await own(view, id);
  const rows = await queries.listDeliveries(view.tx, id, SHOWN);
  const list: SubscriptionDelivery[] = rows.map((row) => ({
    id: Number(row.id),
    event: row.event as SubscriptionEvent,
    payload: row.payload,
    status: row.status,
    answer: row.status === 0 ? translateReason(row.answer, view.caller.lang) : row.answer,
    attempt: row.attempt,
    took_ms: row.took_ms,
    created_at: wireTime(row.created_at),
  }));
  return { list };
}

/** @throws subscription.gone, subscription.delivery */
export async function resend(direct: Direct, { id, delivery_id }: InputOf<typeof contract.subscriptionResend>) {
  const row = await own(direct, id);
  const former = await queries.findDelivery(direct.tx, id, delivery_id);
  if (!former) throw fail('subscription.delivery');
  const event = former.event as SubscriptionEvent;
  await send(direct.app, row, { event, id: former.webhook_id, body: former.payload, attempt: former.attempt + 1 });
  return {};
}

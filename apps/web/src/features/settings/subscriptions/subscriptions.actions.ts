import {
  type SubscriptionEvent,
  subscriptionDelete,
  subscriptionDeliveries,
  subscriptionEdit,
  subscriptionList,
  subscriptionResend,
  subscriptionSecret,
} from '@atrium/contract/chat/subscriptions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';

export const eventName = (event: SubscriptionEvent): string =>
  t(`subs.event_${event.replace('.', '_') as 'task_created'}`);

export const readSubscriptions = () => client.api.read(subscriptionList, {}).then(({ list }) => list);
/** @throws CallError with the server's text */
export const saveSubscription = (input: InputOf<typeof subscriptionEdit>) => client.api.call(subscriptionEdit, input);
export const deleteSubscription = (id: number) => resultOf(client.api.call(subscriptionDelete, { id }));
/** @throws CallError with the server's text */
export const readSecret = (id: number, renew: boolean) =>
  client.api.call(subscriptionSecret, { id, ...(renew && { renew }) }).then(({ secret }) => secret);
export async function readCalls(id: number) {
  const { list } = await client.api.read(subscriptionDeliveries, { id });
  return list.map((call) => ({ ...call, event: eventName(call.event) }));
}
export const callAgain = (id: number, delivery_id: number) =>
  resultOf(client.api.call(subscriptionResend, { id, delivery_id }, { timeoutMs: 20_000 }));

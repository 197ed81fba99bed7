import type * as contract from '@atrium/contract/chat/bots.ts';
import type { BotDelivery, BotEvent } from '@atrium/contract/chat/bots.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { translateReason } from '#platform/outside/refusal';
import { wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { findDelivery, listDeliveries } from './bots.queries.ts';
import { ownBot } from './bots.service.ts';
import { callAddress, type Fields } from './push.service.ts';

const SHOWN = 50;

export async function readDeliveries(view: View, { id }: InputOf<typeof contract.botDeliveries>) {
  await ownBot(view, id);
  const rows = await listDeliveries(view.tx, id, SHOWN);
  const list: BotDelivery[] = rows.map((row) => ({
    id: Number(row.id),
    event: row.event as BotEvent,
    url: row.url,
    payload: row.payload as Fields,
    status: row.status,
    answer: row.status === 0 ? translateReason(row.answer, view.caller.lang) : row.answer,
    took_ms: row.took_ms,
    created_at: wireTime(row.created_at),
  }));
  return { list };
}

/** @throws bot.gone, bot.delivery, bot.url */
export async function resend(direct: Direct, { id, delivery_id }: InputOf<typeof contract.botResend>) {
  const row = await ownBot(direct, id);
  if (!row.webhook_url) throw fail('bot.url');
  const former = await findDelivery(direct.tx, id, delivery_id);
  if (!former) throw fail('bot.delivery');
  const fields = former.payload as Fields;
  const occasion = fields.msg_id ?? `again-${former.id}`;
  await callAddress(direct.app, row, { event: former.event as BotEvent, fields, occasion });
  return {};
}

import {
  botDelete,
  botDeliveries,
  botEdit,
  botList,
  botOthers,
  botResend,
  botRevoke,
  botToken,
} from '@atrium/contract/chat/bots.ts';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';

export const readBots = () => client.api.read(botList, {});
export const readOthersBots = () => client.api.read(botOthers, {});
/** @throws CallError with the server's text */
export const saveBot = (input: InputOf<typeof botEdit>) => client.api.call(botEdit, input);
export const deleteBot = (id: number, remark: string) => resultOf(client.api.call(botDelete, { id, remark }));
/** @throws CallError with the server's text */
export const readToken = (id: number) => client.api.call(botToken, { id }).then(({ token }) => token);
/** @throws CallError with the server's text */
export const replaceToken = (id: number) => client.api.call(botRevoke, { id }).then(({ token }) => token);
export async function readCalls(id: number) {
  const { list } = await client.api.read(botDeliveries, { id });
  return list.map((call) => ({
    ...call,
    event: t(`bots.event_${call.event}`),
    payload: new URLSearchParams(call.payload).toString(),
  }));
}
export const callAgain = (id: number, delivery_id: number) =>
  resultOf(client.api.call(botResend, { id, delivery_id }, { timeoutMs: 20_000 }));
/** Opens the chat with a bot and returns its id. @throws CallError with the server's text */
export async function openChatWith(userid: number): Promise<number> {
  const dialog = await client.api.call(dialogOpenUser, { userid });
  client.store.base.dialog.put(dialog);
  return dialog.id;
}

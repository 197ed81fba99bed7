import {
  type Webhook,
  webhookAdd,
  webhookEdit,
  webhookList,
  webhookRevoke,
  webhookTest,
} from '@atrium/contract/chat/webhooks.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { uploadPicture } from '#entities/user/picture.actions.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

/** Reads the webhooks of a conversation that the person may see, or their own in all of them. */
export const readWebhooks = (dialogId: number | null) =>
  client.api.read(webhookList, dialogId === null ? {} : { dialog_id: dialogId });

/** @throws CallError with the server's text */
export async function addWebhook(
  fields: Pick<InputOf<typeof webhookAdd>, 'dialog_id' | 'name' | 'mention_all'>,
  picture: File | null,
): Promise<Webhook> {
  const avatar = picture && (await uploadPicture(picture));
  return client.api.call(webhookAdd, { ...fields, ...(avatar && { avatar }) });
}

/** @throws CallError with the server's text */
export async function editWebhook(
  fields: Pick<InputOf<typeof webhookEdit>, 'id' | 'name' | 'mention_all'>,
  picture: File | null,
): Promise<Webhook> {
  const avatar = picture && (await uploadPicture(picture));
  return client.api.call(webhookEdit, { ...fields, ...(avatar && { avatar }) });
}

/** The server's error text if the call was refused; '' otherwise. */
const refusalOf = async (answer: Promise<unknown>): Promise<string> => {
  try {
    await answer;
    return '';
  } catch (error) {
    return wordsOf(error);
  }
};
export const testWebhook = (id: number) => refusalOf(client.api.call(webhookTest, { id }));
export const revokeWebhook = (id: number) => refusalOf(client.api.call(webhookRevoke, { id }));

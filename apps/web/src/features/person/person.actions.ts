import { CallError } from '@atrium/client/api.ts';
import { dialogCommon } from '@atrium/contract/chat/dialogs.ts';
import { personErase } from '@atrium/contract/files/exports.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

export interface CommonGroups {
  groups: readonly { id: number; name: string; people: number }[];
  hasMore: boolean;
}

export async function commonGroups(userid: number, page: number): Promise<CommonGroups> {
  const answer = await client.api.read(dialogCommon, { target_userid: userid, page });
  const groups = (answer.data ?? []).map(({ id, name, people }) => ({ id, name, people }));
  return { groups, hasMore: Boolean(answer.next_page_url) };
}

/** The number of groups; anything but a number counts as none. */
export async function countCommonGroups(userid: number): Promise<number> {
  const { total } = await client.api.read(dialogCommon, { target_userid: userid, only_count: true });
  return Number(total) || 0;
}

/** Returns the server's error if it refused. */
export const erasePerson = (userid: number): Promise<string> =>
  client.api.call(personErase, { userid }).then(() => '', wordsOf);

/** The server's error, or a general one if it has none. */
export const listWords = (error: unknown): string =>
  error instanceof CallError && error.msg ? wordsOf(error) : t('error.load');

import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MessageTranslations } from '#platform/db/types';

export function findTranslation(
  db: Reader,
  msgId: number,
  language: 'id' | 'zh' | 'zh-CHT' | 'en' | 'ko' | 'ja' | 'de' | 'fr' | 'ru',
  source: string,
) {
  return db
    .selectFrom('message_translations')
    .select('content')
    .where('msg_id', '=', msgId)
    .where('language', '=', language)
    .where('source', '=', source)
    .executeTakeFirst();
}

export async function putTranslation(
  db: Writer,
  row: Insertable<MessageTranslations>,
  source: string,
  content: string,
): Promise<void> {
  await db
    .insertInto('message_translations')
    .values(row)
    .onConflict((on) => on.columns(['msg_id', 'language']).doUpdateSet({ source, content }))
    .execute();
}

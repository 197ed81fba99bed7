import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MessageTranscripts } from '#platform/db/types';

export function findTranscript(db: Reader, msgId: number) {
  return db.selectFrom('message_transcripts').select('text').where('msg_id', '=', msgId).executeTakeFirst();
}

export async function insertTranscript(db: Writer, row: Insertable<MessageTranscripts>, userid: number): Promise<void> {
  await db
    .insertInto('message_transcripts')
    .values(row)
    .onConflict((on) =>
      on.column('msg_id').doUpdateSet({
        userids: sql`case when ${userid}::int = any(message_transcripts.userids) then message_transcripts.userids
          else message_transcripts.userids || ${userid}::int end`,
      }),
    )
    .execute();
}

import type { Writer } from '#platform/db/pool';

export function insertVoicePlayed(db: Writer, id: number, userid: number) {
  return db
    .insertInto('message_played')
    .values({ msg_id: id, userid })
    .onConflict((on) => on.doNothing())
    .returning('msg_id')
    .executeTakeFirst();
}

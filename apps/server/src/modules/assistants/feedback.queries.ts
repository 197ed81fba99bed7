import type { Reader, Writer } from '#platform/db/pool';

export const putFeedback = (tx: Writer, msgId: number, userid: number, feedback: 'like' | 'dislike') =>
  tx
    .insertInto('assistant_feedback')
    .values({ msg_id: msgId, userid, feedback })
    .onConflict((on) => on.columns(['msg_id', 'userid']).doUpdateSet({ feedback }))
    .execute();

export const deleteFeedback = (tx: Writer, msgId: number, userid: number) =>
  tx.deleteFrom('assistant_feedback').where('msg_id', '=', msgId).where('userid', '=', userid).execute();

export const listFeedback = (tx: Reader, dialogId: number, userid: number) =>
  tx
    .selectFrom('assistant_feedback as f')
    .innerJoin('messages as m', 'm.id', 'f.msg_id')
    .select(['f.msg_id', 'f.feedback'])
    .where('m.dialog_id', '=', dialogId)
    .where('f.userid', '=', userid)
    .orderBy('f.msg_id', 'desc')
    .limit(1000)
    .execute();

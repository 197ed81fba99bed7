import { COMPLAINT_TYPES, type ComplaintType, complaintSubmit } from '@atrium/contract/chat/complaints.ts';
import { client } from '#sync/session.ts';

interface Report {
  dialogId: number;
  /** 0 = the conversation as a whole. */
  msgId: number;
  type: ComplaintType;
  reason: string;
}
/** @throws CallError with the server's text */
export const report = ({ dialogId, msgId, type, reason }: Report) =>
  client.api.call(complaintSubmit, {
    dialog_id: dialogId,
    ...(msgId > 0 && { msg_id: msgId }),
    type: COMPLAINT_TYPES[type],
    reason,
  });

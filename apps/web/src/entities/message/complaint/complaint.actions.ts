import {
  COMPLAINT_TYPES,
  type ComplaintPicture,
  type ComplaintType,
  complaintSubmit,
  complaintUpload,
} from '@atrium/contract/chat/complaints.ts';
import { client } from '#sync/session.ts';

interface Report {
  dialogId: number;
  /** 0 = the conversation as a whole. */
  msgId: number;
  type: ComplaintType;
  reason: string;
  /** Tokens of uploaded pictures. */
  pictures: readonly string[];
}
/** @throws CallError with the server's text */
export const uploadPicture = (file: File): Promise<ComplaintPicture> =>
  client.api.upload(complaintUpload, {
    fields: {},
    file: { field: 'files', name: file.name, content: file },
    onProgress: () => undefined,
  });
/** @throws CallError with the server's text */
export const report = ({ dialogId, msgId, type, reason, pictures }: Report) =>
  client.api.call(complaintSubmit, {
    dialog_id: dialogId,
    ...(msgId > 0 && { msg_id: msgId }),
    type: COMPLAINT_TYPES[type],
    reason,
    ...(pictures.length > 0 && { pictures: [...pictures] }),
  });

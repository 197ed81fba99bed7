import { type Static, Type } from 'typebox';
import { FILE_MAX_BYTES } from '../files/limits.ts';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  Id,
  Line,
  ListOf,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
  Text,
  Upload,
} from '../kit.ts';

/** Kinds by their numbers on the wire. */
export const COMPLAINT_TYPES = {
  fraud: 10,
  luring: 20,
  extortion: 30,
  fake_photo: 40,
  indecent: 50,
  spam: 60,
  something_else: 70,
} as const;
export type ComplaintType = keyof typeof COMPLAINT_TYPES;
const TYPES = Object.values(COMPLAINT_TYPES);

/** Most pictures of one report. */
export const COMPLAINT_PICTURES = 5;

export const ComplaintPicture = Type.Object({
  /** Names it in `complaint/submit`. */
  token: Type.String(),
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  url: Type.String(),
  thumb: Type.String(),
});
export type ComplaintPicture = Static<typeof ComplaintPicture>;

/** 0 waits for an administrator, 1 is handled. */
export const Complaint = Type.Object({
  id: Id(),
  userid: Id(),
  dialog_id: Id(),
  dialog_name: Type.String(),
  /** 0 = the conversation as a whole. */
  msg_id: Count(),
  /** The author of the message, and its text when it was reported. */
  msg_userid: Count(),
  msg_text: Type.String(),
  type: Type.Integer(),
  reason: Type.String(),
  pictures: Type.Array(ComplaintPicture),
  status: Count(),
  handled_by: Count(),
  handled_at: Nullable(DateTime()),
  created_at: DateTime(),
});
export type Complaint = Static<typeof Complaint>;

export const complaintErrors = errors({
  'complaint.type': { ret: 0 },
  'complaint.gone': { ret: 0 },
  'complaint.picture': { ret: 0 },
});

export const complaintSubmit = call('complaint/submit', {
  summary: 'Reports a conversation, or a message in it, to the administrators.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    msg_id: MaybeId(),
    type: Type.Integer({ wire: 'int' }),
    reason: Text({ minLength: 1, maxLength: 500 }),
    /** Tokens of pictures from `complaint/upload`. */
    pictures: Type.Optional(ListOf(Line({ maxLength: 64 }), COMPLAINT_PICTURES)),
  }),
  output: Empty(),
  errors: ['dialog.gone', 'message.gone', 'complaint.type', 'complaint.picture', 'rate.limited'],
});
export const complaintUpload = call('complaint/upload', {
  summary:
    'Stores a picture for a report, which its sender and the administrators see. One of no report is gone after ten minutes.',
  access: 'user',
  input: Type.Object({ files: Upload({ maxBytes: FILE_MAX_BYTES, isBySetting: true }) }),
  output: ComplaintPicture,
  errors: ['rate.limited', 'upload.large', 'file.empty', 'file.not_picture', 'file.broken', 'file.pixels'],
});
export const complaintList = call('complaint/lists', {
  summary: 'Lists what was reported, newest first.',
  access: 'admin',
  input: Type.Object({
    type: MaybeInt(),
    status: MaybeInt({ minimum: 0, maximum: 1 }),
    ...Paging(50, 100),
  }),
  output: Page(Complaint),
  errors: [],
});
export const complaintAction = call('complaint/action', {
  summary: 'Marks a report as handled, or deletes it.',
  access: 'admin',
  input: Type.Object({ id: Id(), type: OneOf('handle', 'delete'), reason: Type.Optional(Line({ maxLength: 255 })) }),
  output: Empty(),
  errors: ['complaint.gone'],
});
export const isComplaintType = (type: number): boolean => TYPES.some((each) => each === type);

export const complaintCalls = [complaintSubmit, complaintUpload, complaintList, complaintAction] as const;

import type * as contract from '@atrium/contract/chat/complaints.ts';
import { type Complaint, isComplaintType } from '@atrium/contract/chat/complaints.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { holdForForm, presentFile, requireFileRate, storePicture } from '#modules/files/files.service';
import type { FileOwner } from '#modules/files/owners.service';
import { messageFor } from '#modules/messages/messages.access';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import type { Direct } from '#platform/http/route';
import { wireTime } from '#platform/time/time';
import { isAdmin, type View, type Work } from '#platform/work';
import * as queries from './complaints.queries.ts';

/** The number of administrators who get a message; the others find the report in the settings. */
const TOLD = 10;
const MOST_TEXT = 2000;
const PAGE = 50;
const KEY = 'bot.complaint';
const REPORTS = 20;
const WINDOW_MS = 3_600_000;

interface MessageContent {
  type?: string;
  text?: unknown;
  name?: unknown;
}
/** The text of a message for administrators: without its format, or the name of a file. */
const wordsOf = ({ type, text, name }: MessageContent): string =>
  typeof text === 'string' ? plainText(text, type === 'md' ? 'md' : 'html') : String(name ?? '');

/** @throws dialog.gone, message.gone, complaint.type, rate.limited */
export async function submitComplaint(work: Work, input: InputOf<typeof contract.complaintSubmit>) {
  const { app, tx, caller } = work;
  if (!isComplaintType(input.type)) throw fail('complaint.type');
  if (!app.limiter.take(`complaint:${caller.userid}`, REPORTS, WINDOW_MS)) throw fail('rate.limited');
  const { dialog } = await dialogFor(work, input.dialog_id);
  const message = input.msg_id ? (await messageFor(work, input.msg_id)).message : undefined;
  if (message && message.dialog_id !== dialog.id) throw fail('message.gone', { msg_id: message.id });
  const text = message ? wordsOf(message.msg as MessageContent) : '';
  const tokens = [...new Set(input.pictures)];
  const pictures = await queries.listOwnPictures(tx, caller.userid, tokens);
  if (pictures.length < tokens.length) throw fail('complaint.picture');
  const { id } = await queries.insertComplaint(tx, {
    userid: caller.userid,
    dialog_id: dialog.id,
    ...(message && { msg_id: message.id, msg_userid: message.userid, msg_text: text.slice(0, MOST_TEXT) }),
    type: input.type,
    reason: input.reason,
  });
  await queries.attachPictures(
    tx,
    id,
    pictures.map((picture) => picture.id),
  );
  const msg = {
    type: 'content',
    // The title is stored as a key too, so that it is read in the reader's language.
    title: translate('en', KEY),
    key: KEY,
    content: `${caller.nickname}: ${input.reason}\n${app.publicUrl}/manage/setting/complaints`,
  };
  for (const admin of await queries.listRecentAdmins(tx, TOLD)) await sendSystemMessage(work, admin, msg);
  return {};
}

/** Stores a picture for a report that is being written. @throws rate.limited, and what `storePicture` throws */
export async function uploadPicture(direct: Direct, { files }: InputOf<typeof contract.complaintUpload>) {
  requireFileRate(direct);
  const row = await storePicture(direct.app, direct.caller.userid, files);
  await holdForForm(direct.app, row);
  return presentPicture(row);
}

function presentPicture(row: queries.PictureRow): contract.ComplaintPicture {
  const shown = presentFile(row as unknown as Parameters<typeof presentFile>[0]);
  const { name, width, height, url, thumb } = shown;
  return { token: row.token, name, width, height, url, thumb };
}

/** Pictures of reports: for their senders and for administrators. */
export const complaintFiles: FileOwner = {
  async open({ tx, caller }, file) {
    const senders = await queries.listSenders(tx, file.id);
    return senders.length > 0 && (isAdmin(caller) || senders.includes(caller.userid)) ? {} : undefined;
  },
};

const present = (row: queries.ComplaintRow, pictures: readonly queries.PictureRow[]): Complaint => ({
  ...row,
  pictures: pictures.map(presentPicture),
  handled_by: row.handled_by ?? 0,
  handled_at: row.handled_at && wireTime(row.handled_at),
  created_at: wireTime(row.created_at),
});

export async function listComplaints(view: View, input: InputOf<typeof contract.complaintList>) {
  const { page = 1, pagesize: size = PAGE } = input;
  const filter = { type: input.type, status: input.status };
  const [total, rows] = await Promise.all([
    queries.countComplaints(view.tx, filter),
    queries.listComplaints(view.tx, filter, { limit: size, offset: (page - 1) * size }),
  ]);
  const pictures = Map.groupBy(
    await queries.listPictures(
      view.tx,
      rows.map(({ id }) => id),
    ),
    ({ complaint_id }) => complaint_id,
  );
  const shown = rows.map((row) => present(row, pictures.get(row.id) ?? []));
  return pageOf(view, 'complaint/lists', { rows: shown, total, page, size });
}

/** @throws complaint.gone */
export async function handleComplaint(work: Work, { id, type }: InputOf<typeof contract.complaintAction>) {
  const isDone =
    type === 'handle'
      ? await queries.handleComplaint(work.tx, id, work.caller.userid, work.now)
      : await queries.deleteComplaint(work.tx, id);
  if (!isDone) throw fail('complaint.gone');
  work.audit({ action: type === 'handle' ? 'complaint.handled' : 'complaint.deleted', detail: { id } });
  return {};
}

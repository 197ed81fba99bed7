import type { Message } from '@atrium/contract/chat/messages.ts';
import type { FileMsg, msgSendfile, msgSendfiles, msgSendrecord, RecordMsg } from '@atrium/contract/files/files.ts';
import { RECORD_MIN_MS } from '@atrium/contract/files/files.ts';
import type { InputOf, ReceivedFile } from '@atrium/contract/kit.ts';
import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { type Draft, postMessage } from '#modules/dialogs/posting/post.service';
import {
  fileInMessage,
  presentFile,
  requireFileRate,
  showFile,
  soundOf,
  storeFile,
  withBytes,
} from '#modules/files/files.service';
import { settingsOf } from '#modules/system/settings.service';
import { linkToTask } from '#modules/tasks/details/files.service';
import { onAllConnections } from '#platform/callers';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type View, type Work } from '#platform/work';
import { messageFor } from '../messages.access.ts';
import { oneMessage } from '../messages.service.ts';
import { targetsFor } from './forward.service.ts';
import { quoteFor, requireProfile, requireVoice, sendOnce } from './send.service.ts';

type StoredFile = Awaited<ReturnType<typeof storeFile>>;

/**
 * Checks the right to post before the first byte arrives, and again after the last one. @throws dialog.gone,
 * message.muted
 */
export async function requireSpeaker(view: View, dialogId: number): Promise<void> {
  const settings = await settingsOf(view.app);
  requireProfile(view, settings);
  const { dialog } = await dialogFor(view, dialogId);
  requireVoice(view, dialog, settings);
}

/** Sends one file. Slow work, checking pictures and storing, happens outside the transaction. */
export async function sendFile(direct: Direct, input: InputOf<typeof msgSendfile>): Promise<Message> {
  await requireSpeaker(direct, input.dialog_id);
  return withFile(direct, input, (file) => storeAndSend(direct, file, input));
}

export async function sendFiles(direct: Direct, input: InputOf<typeof msgSendfiles>): Promise<{ msgs: Message[] }> {
  const { dialog_ids = [], user_ids = [], silence } = input;
  if (dialog_ids.length + user_ids.length === 0) throw fail('forward.none');
  return withFile(direct, input, async (file) => {
    const kept = await storeFile(direct.app, direct.caller.userid, file);
    return performWork(direct.app, direct.caller, async (work) => {
      const targets = await targetsFor(work, { dialogids: dialog_ids, userids: user_ids }, 1);
      const msgs: Message[] = [];
      for (const { id } of targets) msgs.push(await post(work, kept, { dialog_id: id, silence }));
      return { msgs };
    });
  });
}

interface Sending {
  dialog_id: number;
  reply_id?: number | undefined;
  silence?: boolean | undefined;
  image_attachment?: boolean | undefined;
  /** Duration of a voice message, in milliseconds. */
  duration?: number;
}

/** Stores an uploaded file and posts it; a retry of a successful one returns the existing message. */
export async function storeAndSend(
  direct: Direct,
  file: ReceivedFile,
  sending: Sending,
  merge?: Merge,
): Promise<Message> {
  const { app, caller, mutation } = direct;
  requireFileRate(direct);
  const kept = await storeFile(app, caller.userid, file);
  return sendOnce(direct, mutation, () =>
    performWork(app, mutation ? onAllConnections(caller) : caller, async (work) => {
      await requireSpeaker(work, sending.dialog_id);
      const known = merge ? await merge.known(work) : 0;
      if (known === undefined) throw fail('upload.gone');
      if (known > 0) return oneMessage(work, { msg_id: known });
      const message = await post(work, kept, sending, mutation);
      await merge?.done(work, message.id);
      return message;
    }),
  );
}

/** A file that becomes one message, however often it is requested. */
export interface Merge {
  /** The message that the file became, 0 for none, undefined if it is deleted; locked until the end of the work. */
  known(work: Work): Promise<number | undefined>;
  done(work: Work, msgId: number): Promise<unknown>;
}

async function post(work: Work, kept: StoredFile, sending: Sending, mutation?: string): Promise<Message> {
  const { dialog } = await dialogFor(work, sending.dialog_id);
  const quote = await quoteFor(work, dialog, sending);
  const file = presentFile(kept);
  const shown = sending.duration === undefined ? draftOf(work, file, sending) : recordOf(work, file, sending);
  const draft = { ...shown, replyId: quote?.id ?? 0 };
  const message = await postMessage(work, draft, mutation, quote);
  await showFile(work, kept, message);
  const isKept = message.mtype === 'file' || sending.image_attachment;
  if (dialog.group_type === 'task' && isKept) await linkToTask(work, dialog.id, kept.id);
  return message;
}

const draftOf = ({ caller }: View, msg: FileMsg, { dialog_id, silence }: Sending): Omit<Draft, 'replyId'> => ({
  dialogId: dialog_id,
  userid: caller.userid,
  type: 'file',
  mtype: msg.type === 'img' ? 'image' : 'file',
  msg: { ...msg },
  searchKey: searchKey({ type: 'file', msg }),
  mentions: [],
  link: false,
  isBot: caller.isBot,
  silence: silence ?? false,
});

function recordOf(view: View, file: FileMsg, sending: Sending): Omit<Draft, 'replyId'> {
  const { path: stored, url, size, ext } = file;
  const msg: RecordMsg = { path: stored, url, size, duration: sending.duration ?? 0, ext, text: '' };
  return { ...draftOf(view, file, sending), type: 'record', mtype: 'record', msg: { ...msg }, searchKey: '' };
}

/** Sends a voice message. @throws record.short, record.broken */
export async function sendRecord(direct: Direct, input: InputOf<typeof msgSendrecord>): Promise<Message> {
  if (input.duration < RECORD_MIN_MS) throw fail('record.short');
  await requireSpeaker(direct, input.dialog_id);
  return withBytes(direct, input.base64, 'voice', async (file) => {
    const ext = await soundOf(file.path);
    return storeAndSend(direct, { ...file, name: `voice.${ext}` }, input);
  });
}

interface OneFile {
  files?: ReceivedFile | undefined;
  image64?: string | undefined;
  filename?: string | undefined;
}

/** Runs with the file, which was uploaded as a file or sent as text. @throws parameter.missing */
async function withFile<T>(
  view: View,
  { files, image64, filename }: OneFile,
  run: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (files) return run(files);
  if (!image64) throw fail('parameter.missing', { name: 'files' });
  return withBytes(view, image64, filename || 'image.png', run);
}

/** Finds the file of a message, for people who may read it. @throws message.gone, dialog.gone */
export async function fileOfMessage(view: View, msgId: number) {
  await messageFor(view, msgId);
  return fileInMessage(view, msgId);
}

import { sendFile } from '@atrium/client/sending/fileActions.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';

const MB = 1024 * 1024;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** A video whose size is unknown after this time is shown without it. */
const MEASURE_MS = 3000;

export const isPicture = (file: File) => PICTURES.includes(file.type);

/** The maximum bytes of a file. Until the workspace's settings have loaded, only the server decides. */
export const fileLimit = () => (client.setting?.file_upload_limit ?? 1024) * MB;

/** Returns the error text for a file that is too large, before any byte is sent; '' if there is none. */
export function refusalOf(file: File): string {
  if (file.size === 0) return t('file.is_empty', { name: file.name });
  const limit = fileLimit();
  return file.size > limit ? t('file.too_large', { name: file.name, limit: limit / MB }) : '';
}

interface Sending {
  reply?: ClientMessage | null;
  /** A picture is added to the task's files, like every other file. */
  isAttachment?: boolean;
}

/** Sends files. They are shown in the chat at once, in this order, each with its progress. */
export async function sendFiles(
  dialogId: number,
  files: readonly File[],
  { reply, isAttachment }: Sending = {},
): Promise<void> {
  const measured = await Promise.all(files.map(async (file) => ({ file, ...(await sizeOf(file)) })));
  for (const [index, { file, width, height }] of measured.entries()) {
    const sending = client.mutate(
      sendFile,
      {
        dialog_id: dialogId,
        filename: file.name || 'image.png',
        ...(isAttachment && { image_attachment: true }),
        ...(reply && index === 0 && { reply_id: reply.id }),
      },
      {
        file: client.files.add(file),
        size: file.size,
        width,
        height,
        isPicture: isPicture(file),
        lost: t('file.lost', { name: file.name }),
      },
    );
    sending.catch(() => undefined);
  }
}

const UNKNOWN = { width: -1, height: -1 };
/** The displayed size of a file, so that nothing moves when the server answers. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  if (isPicture(file)) {
    try {
      const bitmap = await createImageBitmap(file);
      const { width, height } = bitmap;
      bitmap.close();
      return { width, height };
    } catch {
      return UNKNOWN;
    }
  }
  return file.type === 'video/mp4' ? filmSize(file) : UNKNOWN;
}

function filmSize(file: File): Promise<{ width: number; height: number }> {
  const film = document.createElement('video');
  const address = URL.createObjectURL(file);
  return new Promise<{ width: number; height: number }>((resolve) => {
    film.preload = 'metadata';
    film.onloadedmetadata = () => resolve({ width: film.videoWidth || -1, height: film.videoHeight || -1 });
    film.onerror = () => resolve(UNKNOWN);
    setTimeout(() => resolve(UNKNOWN), MEASURE_MS);
    film.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}

/** The number of files that the viewer shows together (A9-03). */
const SHOWN_TOGETHER = 50;
/** A conversation's pictures and other files around one, oldest first. */
export async function filesAround({ id, dialog_id }: ClientMessage): Promise<ClientMessage[]> {
  const ask = (msg_type: 'image' | 'file') =>
    client.api.read(msgList, { dialog_id, msg_type, position_id: id, pagesize: SHOWN_TOGETHER });
  const answers = await Promise.all([ask('image'), ask('file')]);
  const found = new Map(answers.flatMap(({ list }) => list.map((each) => [each.id, each] as const)));
  const files = [...found.values()].filter(({ type }) => type === 'file').sort((a, b) => a.id - b.id);
  const index = files.findIndex((each) => each.id === id);
  const start = Math.max(0, index - SHOWN_TOGETHER / 2);
  return files.slice(start, start + SHOWN_TOGETHER);
}

import { Refusal } from '@atrium/contract/shell/answers.ts';
import type { Answer, Question } from '@atrium/contract/shell/bridge.ts';

/** The newest photo of the library. */
export interface LibraryPhoto {
  identifier: string;
  creationDate: string;
  /** Base64 of a JPEG. */
  data: string;
}

/** @throws Refusal `none`, `expired`, or `denied` */
export async function latestPhoto(
  { max_age_ms }: Question<'latest_photo'>,
  read: () => Promise<Partial<LibraryPhoto>>,
  now = Date.now(),
): Promise<Answer<'latest_photo'>> {
  const {
    identifier,
    creationDate = '',
    data = '',
  } = await read().catch(() => {
    throw new Refusal('denied');
  });
  if (!identifier) throw new Refusal('none');
  const takenAt = Date.parse(creationDate);
  if (!Number.isFinite(takenAt)) throw new Refusal('params');
  if (now - takenAt > max_age_ms) throw new Refusal('expired');
  const time = new Date(takenAt).toISOString().slice(0, 19).replaceAll(':', '.');
  return { id: identifier, name: `${time}.jpg`, taken_at: takenAt, preview: data };
}

/** Passes on what the server answered. @throws Refusal `params` for another server, `upload` if it cannot be reached */
export async function uploadPhoto(
  { id, url, token, dialog_id }: Question<'upload_photo'>,
  server: string,
  send: (form: { id: string; url: string; token: string; fields: Record<string, string> }) => Promise<{ body: string }>,
): Promise<Answer<'upload_photo'>> {
  if (!id || !token || dialog_id === 0 || new URL(url).origin !== server) throw new Refusal('params');
  try {
    const { body } = await send({ id, url, token, fields: { dialog_id: String(dialog_id) } });
    const { ret, msg, data } = JSON.parse(body) as { ret?: unknown; msg?: unknown; data?: unknown };
    if (typeof ret !== 'number') throw new Refusal('upload');
    // Negative codes are refusals as well, which the bridge has no number for.
    return { ret: Math.max(ret, 0), msg: String(msg ?? ''), data: JSON.stringify(data ?? {}) };
  } catch {
    throw new Refusal('upload');
  }
}

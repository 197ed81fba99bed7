import type { Answer, Failure } from '@atrium/contract/shell/bridge.ts';
import { host } from '#host/browser.ts';
import { ShellRefused } from '#host/shell.ts';
import { t } from '#sync/language.ts';
import { storedToken } from '#sync/token.ts';

/** The maximum age of the newest photo, and the time limits of the shell's search and of an upload. */
const AGE_MS = 60_000;
const LOOK_MS = 10_000;
const UPLOAD_MS = 30_000;

export type LatestPhoto = Answer<'latest_photo'>;

const WORDS: Partial<Record<Failure, string>> = {
  timeout: 'photo.timeout',
  params: 'photo.params',
  upload: 'photo.upload',
  expired: 'photo.expired',
  none: 'photo.none',
  denied: 'photo.denied',
};

const wordsOf = (error: unknown) => {
  const key = error instanceof ShellRefused ? WORDS[error.why] : undefined;
  return t((key ?? 'photo.upload') as 'photo.upload');
};

/** The photo that was just taken, or why there is none. */
export async function findLatestPhoto(now = Date.now()): Promise<LatestPhoto | { words: string }> {
  try {
    const photo = await host.latestPhoto(AGE_MS, LOOK_MS);
    // The shell's clock can be compared with this one, because both are the phone's.
    return now - photo.taken_at > AGE_MS ? { words: t('photo.expired') } : photo;
  } catch (error) {
    return { words: wordsOf(error) };
  }
}

/** Uploads the photo into a chat; '' on success, else the error. The shell passes on what the server answered. */
export async function sendLatestPhoto(dialogId: number, { id }: LatestPhoto): Promise<string> {
  const url = `${location.origin}/api/dialog/msg/sendfile`;
  try {
    const { ret, msg } = await host.uploadPhoto({ id, url, token: storedToken(), dialog_id: dialogId }, UPLOAD_MS);
    return ret === 1 ? '' : msg || t('photo.upload');
  } catch (error) {
    return wordsOf(error);
  }
}

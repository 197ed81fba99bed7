import { me } from '#sync/account.ts';

/** The data for continuing an upload after the page was closed; the person chooses the file itself again. */
export interface Interrupted {
  upload_id: string;
  name: string;
  size: number;
  /** The file's last change in milliseconds: another file of the same name and size is thus not mistaken for it. */
  modified: number;
  pid: number;
  path: string;
  cover: boolean;
}

const MOST = 50;
const key = () => `uploads:${me()?.userid ?? 0}`;

export function readInterrupted(): Interrupted[] {
  try {
    const list = JSON.parse(localStorage.getItem(key()) ?? '[]') as Interrupted[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function write(list: readonly Interrupted[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(key());
    else localStorage.setItem(key(), JSON.stringify(list.slice(-MOST)));
  } catch {
    // Without storage an upload ends with its page.
  }
}

export const remember = (one: Interrupted): void =>
  write([...readInterrupted().filter(({ upload_id }) => upload_id !== one.upload_id), one]);
export const forget = (id: string): void => write(readInterrupted().filter(({ upload_id }) => upload_id !== id));

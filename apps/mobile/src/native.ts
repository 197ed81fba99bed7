import { registerPlugin } from '@capacitor/core';
import type { LibraryPhoto } from './photos.ts';

export interface SharedContent {
  text: string;
  files: { name: string; type: string; bytes: string }[];
}

/** Our own plugin (native/android/AtriumShell.java): what no published one does. Android only. */
interface AtriumShell {
  /** The newest photo of the library, after asking for permission; without fields if there is none. */
  latestPhoto(): Promise<Partial<LibraryPhoto>>;
  /** Content that another app has shared since the last call; empty otherwise. */
  takeShared(): Promise<SharedContent>;
  /** Sends a photo of the library as a form, without passing its bytes through the page. */
  upload(form: {
    id: string;
    url: string;
    token: string;
    fields: Record<string, string>;
  }): Promise<{ status: number; body: string }>;
  /** Downloads a file and opens it with the app that the person chooses. */
  openFile(file: { url: string; name: string; token: string }): Promise<void>;
  openOutside(link: { url: string }): Promise<void>;
}

export const native = registerPlugin<AtriumShell>('AtriumShell');

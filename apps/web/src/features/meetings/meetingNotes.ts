import { create } from 'zustand';

export interface NotesSource {
  /** File name of the recording. */
  name: string;
  transcript: string;
  /** The conversation of the meeting; 0 = none. */
  dialogId: number;
}

/** The transcript that notes are written from now. It outlives its meeting. */
export const useMeetingNotes = create<{ source: NotesSource | null }>(() => ({ source: null }));

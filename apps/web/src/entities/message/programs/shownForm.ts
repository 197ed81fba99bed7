import type { ProgramForm } from '@atrium/contract/chat/actions.ts';
import { create } from 'zustand';

interface Shown {
  form: ProgramForm;
  dialogId: number;
}

/** The form of a program that is open over the conversation. */
export const useShownForm = create<{ shown: Shown | null }>(() => ({ shown: null }));
export const openForm = (shown: Shown): void => useShownForm.setState({ shown });
export const closeForm = (): void => useShownForm.setState({ shown: null });

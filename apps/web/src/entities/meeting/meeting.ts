import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

/** What is known before the form is opened. */
export type MeetingWish = { kind: 'create'; userids?: readonly number[] } | { kind: 'join'; meetingid?: string };

interface Meetings {
  wish: MeetingWish | null;
  /** The number of the meeting that this page is in; '' = none. */
  inside: string;
  /** Minimized: a ball represents the room while the person works. */
  isSmall: boolean;
}
/** Asked for beside the projects, in the palette, on a card or by a key; the form and the room stand once over the screens. */
export const useMeeting = create<Meetings>(() => ({ wish: null, inside: '', isSmall: false }));

export function wishMeeting(wish: MeetingWish): void {
  const { inside } = useMeeting.getState();
  if (!inside) return useMeeting.setState({ wish });
  if (wish.kind === 'join' && wish.meetingid === inside) return useMeeting.setState({ isSmall: false });
  notify(t('meeting.already'), { kind: 'error' });
}
export const closeMeetingForm = (): void => useMeeting.setState({ wish: null });

/** As the workspace says; open until that is known. */
export const mayMeet = (): boolean => client.setting?.meeting !== 'close';

import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { MeetingDate } from '@atrium/contract/chat/meetingPlans.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

/** The choices known before the form opens. */
export type MeetingRequest =
  | { kind: 'create'; userids?: readonly number[] /** Gets a card to join. */; dialogId?: number; withCamera?: boolean }
  | { kind: 'join'; meetingid?: string }
  /** A meeting for later; `planId` changes an existing one. */
  | { kind: 'plan'; planId?: number }
  /** Another time for one date of a planned meeting. */
  | { kind: 'date'; date: MeetingDate };

interface Meetings {
  wish: MeetingRequest | null;
  /** The number of the meeting that this page is in; '' = none. */
  inside: string;
  /** True while the room is minimized: a ball represents it while the person works. */
  isSmall: boolean;
}
/** The form and the room, which exist once above the screens. The projects, the palette, cards and a key open them. */
export const useMeeting = create<Meetings>(() => ({ wish: null, inside: '', isSmall: false }));

export function requestMeeting(wish: MeetingRequest): void {
  const { inside } = useMeeting.getState();
  if (!inside || wish.kind === 'plan' || wish.kind === 'date') return useMeeting.setState({ wish });
  if (wish.kind === 'join' && wish.meetingid === inside) return useMeeting.setState({ isSmall: false });
  notify(t('meeting.already'), { kind: 'error' });
}
export const closeMeetingForm = (): void => useMeeting.setState({ wish: null });

/**
 * True if a meeting of a conversation offers its members for invitations: to the owner, to everyone if it has no owner,
 * and in a task's.
 */
export const maySearchMembers = (dialog: Pick<ClientDialog, 'type' | 'owner_id' | 'group_type'> | undefined): boolean =>
  dialog?.type === 'group' &&
  (dialog.owner_id === client.user?.userid || dialog.owner_id === 0 || dialog.group_type === 'task');

/** The workspace's setting; enabled until it is known. */
export const mayMeet = (): boolean => client.setting?.meeting !== 'close';

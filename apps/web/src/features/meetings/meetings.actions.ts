import { type MeetingEntry, meetingInvitation, meetingLink, meetingOpen } from '@atrium/contract/chat/meetings.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { create } from 'zustand';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { api } from '#sync/api.ts';
import { t } from '#sync/language.ts';
import { storedToken } from '#sync/token.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { MeetRoom } from './connection/room.ts';
import type { Tracks } from './connection/roomView.ts';

/** The room that this page is in. */
export const useRoom = create<{ room: MeetRoom | null }>(() => ({ room: null }));

/** The name of the lock that is held by the only page of this browser in a meeting. */
const LOCK = 'atrium-meeting';
let release: (() => void) | undefined;

/** Takes the lock; false if another page of this browser is in a meeting. */
function takeTurn(): Promise<boolean> {
  const { locks } = navigator as Navigator & { locks?: LockManager };
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void locks.request(LOCK, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise<void>((done) => (release = done)) : undefined;
    });
  });
}

/**
 * @param take hands over the microphone and the camera, once they are needed
 * @throws Error  with a text to show
 */
export async function enterMeeting(input: InputOf<typeof meetingOpen>, take: () => Tracks): Promise<MeetingEntry> {
  if (useMeeting.getState().inside || !(await takeTurn())) throw new Error(t('meeting.already'));
  try {
    // The call uses the token that this browser stores, if somebody is signed in.
    api.token = storedToken();
    const entry = await api.call(meetingOpen, input);
    const room = new MeetRoom(entry, take(), (words) => {
      release?.();
      useRoom.setState({ room: null });
      useMeeting.setState({ inside: '', isSmall: false });
      if (!words) return;
      // The error is a notice for guests, whose page has no modals of its own.
      if (input.sharekey) notify(words, { kind: 'error' });
      else showProblem(words);
    });
    useRoom.setState({ room });
    useMeeting.setState({ inside: entry.meetingid, isSmall: false, wish: null });
    return entry;
  } catch (error) {
    release?.();
    throw new Error(wordsOf(error), { cause: error });
  }
}

export const leaveMeeting = (): void => useRoom.getState().room?.leave();

/** Invites people; false if no one was invited, after an error was shown. */
export async function inviteTo(meetingid: string, userids: readonly number[]): Promise<boolean> {
  if (userids.length === 0) {
    notify(t('meeting.invite_none'), { kind: 'error' });
    return false;
  }
  try {
    await api.call(meetingInvitation, { meetingid, userids: [...userids] });
    notify(t('meeting.invited'));
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

export async function copyLink(meetingid: string): Promise<void> {
  let link: string;
  try {
    link = await api.call(meetingLink, { meetingid });
  } catch (error) {
    return notify(wordsOf(error), { kind: 'error' });
  }
  try {
    await navigator.clipboard.writeText(link);
    notify(t('meeting.copied'));
  } catch {
    notify(t('meeting.copy_failed'), { kind: 'error' });
  }
}

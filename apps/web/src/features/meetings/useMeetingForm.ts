import { MEETING_INVITE, MEETING_NAME, meetingNumber } from '@atrium/contract/chat/meetings.ts';
import { type SubmitEvent, useState } from 'react';
import { type MeetingRequest, maySearchMembers } from '#entities/meeting/meeting.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { useLocalMedia } from './devices/useLocalMedia.ts';
import { enterMeeting } from './meetings.actions.ts';

export type MeetingFormState = ReturnType<typeof useMeetingForm>;
/** A request to start a meeting, or to join one. */
export type MeetingFormRequest = Exclude<MeetingRequest, { kind: 'plan' | 'date' }>;

/** The form to start or to join a meeting, and the request that does it. */
export function useMeetingForm(wish: MeetingFormRequest) {
  const isNew = wish.kind === 'create';
  const me = useMe();
  const media = useLocalMedia(wish.kind === 'create' && wish.withCamera === true);
  const dialogId = wish.kind === 'create' ? (wish.dialogId ?? 0) : 0;
  const dialog = useRow('dialog', dialogId);
  const searched = maySearchMembers(dialog) ? dialogId : 0;
  const [name, setName] = useState('');
  const [number, setNumber] = useState(wish.kind === 'join' ? (wish.meetingid ?? '') : '');
  const [userids, setUserids] = useState<readonly number[]>(
    isNew ? [...new Set([me, ...(wish.userids ?? [])])].slice(0, MEETING_INVITE + 1) : [],
  );
  const nickname = useUser(me)?.nickname ?? '';
  const usual = dialog?.type === 'group' ? dialog.name : t('meeting.of', { name: nickname });
  const topic = name.trim() || usual.slice(0, MEETING_NAME);
  const [isLasting, setLasting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isNew && !meetingNumber(number)) return setProblem(t('meeting.number_missing'));
    setBusy(true);
    setProblem('');
    try {
      await enterMeeting(
        isNew
          ? isLasting
            ? { type: 'room', dialog_id: dialogId, name: topic }
            : {
                type: 'create',
                name: topic,
                userids: userids.filter((userid) => userid !== me),
                ...(wish.dialogId && { dialog_id: wish.dialogId }),
              }
          : { type: 'join', meetingid: meetingNumber(number) },
        media.take,
      );
    } catch (error) {
      setBusy(false);
      setProblem((error as Error).message);
    }
  };
  return {
    ...{ isNew, me, media, dialogId, name, setName, userids, setUserids, isLasting, setLasting },
    /** The name of the meeting if none is entered. */
    usual,
    /** The number as it was typed. */
    number,
    setNumber,
    /** The number in it; '' = none. */
    validNumber: meetingNumber(number),
    /** The chat whose members can be searched for; 0 = none. */
    searched,
    isBusy,
    problem,
    submit,
  };
}

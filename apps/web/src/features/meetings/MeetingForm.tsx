import { MEETING_INVITE, MEETING_NAME, meetingNumber } from '@atrium/contract/chat/meetings.ts';
import { Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconExternalLink, IconUserPlus } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { closeMeetingForm, type MeetingWish, maySearchMembers, wishMeeting } from '#entities/meeting/meeting.ts';
import { PickedPeople } from '#entities/user/PickedPeople.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { DeviceFields } from './devices/DeviceFields.tsx';
import { useLocalMedia } from './devices/useLocalMedia.ts';
import classes from './Meetings.module.css';
import { enterMeeting } from './meetings.actions.ts';
import { isOwnWindow, openInWindow } from './meetingWindow.ts';

/** A new meeting, or joining one: invitees, topic, microphone and camera. */
type Wish = Exclude<MeetingWish, { kind: 'plan' | 'date' }>;

export function MeetingForm({ wish, onClose = closeMeetingForm }: { wish: Wish; onClose?: () => void }) {
  const isNew = wish.kind === 'create';
  const isNarrow = useIsNarrow();
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
  // What the meeting is called if nothing is entered.
  const usual = dialog?.type === 'group' ? dialog.name : t('meeting.of', { name: nickname });
  const topic = name.trim() || usual.slice(0, MEETING_NAME);
  const [isLasting, setLasting] = useState(false);
  const [isPicking, setPicking] = useState(false);
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
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        fullScreen={isNarrow}
        zIndex={250}
        title={t(isNew ? 'meeting.new' : 'meeting.join')}
      >
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            {isNew && (
              <Button
                variant="subtle"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconCalendarPlus size={16} stroke={1.75} />}
                onClick={() => wishMeeting({ kind: 'plan' })}
              >
                {t('meeting.plan_later')}
              </Button>
            )}
            {isNew && dialogId > 0 && (
              <Switch
                label={t('meeting.lasting')}
                description={t('meeting.lasting_hint')}
                checked={isLasting}
                onChange={(event) => setLasting(event.currentTarget.checked)}
              />
            )}
            {isNew && isLasting ? null : isNew ? (
              <>
                <TextInput
                  data-autofocus
                  label={t('meeting.topic')}
                  placeholder={usual}
                  maxLength={MEETING_NAME}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                />
                <Stack gap={6} role="group" aria-label={t('meeting.people')}>
                  <Text size="sm" fw={500}>
                    {t('meeting.people')}
                  </Text>
                  <PickedPeople
                    userids={userids}
                    fixed={[me]}
                    onRemove={(userid) => setUserids(userids.filter((each) => each !== userid))}
                  />
                  <Button
                    variant="default"
                    size="xs"
                    style={{ alignSelf: 'flex-start' }}
                    leftSection={<IconUserPlus size={16} stroke={1.75} />}
                    onClick={() => setPicking(true)}
                  >
                    {t('meeting.add_people')}
                  </Button>
                </Stack>
              </>
            ) : (
              <TextInput
                data-autofocus
                label={t('meeting.number')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={30}
                value={number}
                onChange={(event) => setNumber(event.currentTarget.value)}
              />
            )}
            {!isNew && meetingNumber(number) && !isNarrow && !isOwnWindow() && (
              <Button
                variant="subtle"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconExternalLink size={16} stroke={1.75} />}
                onClick={() => {
                  openInWindow(meetingNumber(number));
                  onClose();
                }}
              >
                {t('meeting.own_window')}
              </Button>
            )}
            <DeviceFields media={media} />
            <div className={classes.end}>
              <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
                {t(isNew ? 'meeting.start' : 'meeting.join_now')}
              </FormEnd>
            </div>
          </Stack>
        </form>
      </Modal>
      {isPicking && (
        <UserPicker
          title={t('meeting.people')}
          chosen={userids}
          fixed={[me]}
          without={[]}
          {...(searched && { dialogId: searched })}
          max={MEETING_INVITE + 1}
          onClose={() => setPicking(false)}
          onDone={(chosen) => {
            setUserids(chosen);
            setPicking(false);
          }}
        />
      )}
    </>
  );
}

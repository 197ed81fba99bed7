import { MEETING_INVITE, MEETING_NAME } from '@atrium/contract/chat/meetings.ts';
import { Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconExternalLink, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { closeMeetingForm, requestMeeting } from '#entities/meeting/meeting.ts';
import { PickedPeople } from '#entities/user/PickedPeople.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { DeviceFields } from './devices/DeviceFields.tsx';
import classes from './Meetings.module.css';
import { isOwnWindow, openInWindow } from './meetingWindow.ts';
import { type MeetingFormRequest, type MeetingFormState, useMeetingForm } from './useMeetingForm.ts';

/** A new meeting, or joining one: invitees, topic, microphone and camera. */
export function MeetingForm({ wish, onClose = closeMeetingForm }: { wish: MeetingFormRequest; onClose?: () => void }) {
  const isNarrow = useIsNarrow();
  const form = useMeetingForm(wish);
  const { isNew, dialogId } = form;
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        fullScreen={isNarrow}
        zIndex={250}
        title={t(isNew ? 'meeting.new' : 'meeting.join')}
      >
        <form onSubmit={(event) => void form.submit(event)}>
          <Stack gap="md">
            {isNew && (
              <Button
                variant="subtle"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconCalendarPlus size={16} stroke={1.75} />}
                onClick={() => requestMeeting({ kind: 'plan' })}
              >
                {t('meeting.plan_later')}
              </Button>
            )}
            {isNew && dialogId > 0 && (
              <Switch
                label={t('meeting.lasting')}
                description={t('meeting.lasting_hint')}
                checked={form.isLasting}
                onChange={(event) => form.setLasting(event.currentTarget.checked)}
              />
            )}
            {isNew && form.isLasting ? null : isNew ? (
              <NewMeetingFields form={form} onAdd={() => setPicking(true)} />
            ) : (
              <TextInput
                data-autofocus
                label={t('meeting.number')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={30}
                value={form.number}
                onChange={(event) => form.setNumber(event.currentTarget.value)}
              />
            )}
            {!isNew && form.validNumber && !isNarrow && !isOwnWindow() && (
              <Button
                variant="subtle"
                size="compact-sm"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconExternalLink size={16} stroke={1.75} />}
                onClick={() => {
                  openInWindow(form.validNumber);
                  onClose();
                }}
              >
                {t('meeting.own_window')}
              </Button>
            )}
            <DeviceFields media={form.media} />
            <div className={classes.end}>
              <FormEnd problem={form.problem} onCancel={onClose} loading={form.isBusy}>
                {t(isNew ? 'meeting.start' : 'meeting.join_now')}
              </FormEnd>
            </div>
          </Stack>
        </form>
      </Modal>
      {isPicking && (
        <UserPicker
          title={t('meeting.people')}
          chosen={form.userids}
          fixed={[form.me]}
          without={[]}
          {...(form.searched && { dialogId: form.searched })}
          max={MEETING_INVITE + 1}
          onClose={() => setPicking(false)}
          onDone={(chosen) => {
            form.setUserids(chosen);
            setPicking(false);
          }}
        />
      )}
    </>
  );
}

/** The topic of a new meeting, and whom it calls. */
function NewMeetingFields({ form, onAdd }: { form: MeetingFormState; onAdd: () => void }) {
  const { me, userids, setUserids } = form;
  return (
    <>
      <TextInput
        data-autofocus
        label={t('meeting.topic')}
        placeholder={form.usual}
        maxLength={MEETING_NAME}
        value={form.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
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
          onClick={onAdd}
        >
          {t('meeting.add_people')}
        </Button>
      </Stack>
    </>
  );
}

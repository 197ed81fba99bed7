import type { UserRow } from '@atrium/contract/people/accounts.ts';
import { Button, Checkbox, Group, Input, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PickedPeople } from '#entities/user/PickedPeople.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { erasePerson, operate } from './team.actions.ts';

interface Props {
  user: UserRow;
  type: 'setdisable' | 'delete';
  onClose: () => void;
  onDone: () => void;
}

/** Deactivates or deletes an account; its content may pass to another person. */
export function LeaveModal({ user, type, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [reason, setReason, done] = useStoredInput(`leave_${user.userid}`, '');
  const [isPicking, setPicking] = useState(false);
  const [problem, setProblem] = useState('');
  const isDelete = type === 'delete';
  const me = useMe();
  // By default, the content passes to the person who deletes the account, because later no one could choose.
  const [receiver, setReceiver] = useState<number[]>(isDelete ? [me] : []);
  const [isErased, setErased] = useState(false);
  const words = { title: t(isDelete ? 'team.delete' : 'team.disable') };
  const ask = isErased ? 'team.erase_intro' : isDelete ? 'team.delete_ask' : 'team.disable_ask';
  const leave = async () => {
    const [transfer_userid] = receiver;
    const wish = { userid: user.userid, ...(transfer_userid && { transfer_userid }) };
    const refused = isErased
      ? await erasePerson({ ...wish, reason: reason.trim() })
      : await operate({ ...wish, type, ...(isDelete && { delete_reason: reason.trim() }) });
    setProblem(refused);
    if (refused) return;
    done();
    onDone();
  };
  return (
    <Modal opened onClose={onClose} title={words.title} fullScreen={isNarrow}>
      <Stack gap="md">
        <Text>{t(ask, { name: user.nickname })}</Text>
        <Input.Wrapper label={t('team.receiver')} labelElement="div">
          <Group gap="xs" mt={4}>
            {receiver.length > 0 ? (
              <PickedPeople userids={receiver} fixed={[]} onRemove={() => setReceiver([])} />
            ) : (
              <Text c="dimmed">{t('team.receiver_none')}</Text>
            )}
            <Button variant="default" size="compact-md" onClick={() => setPicking(true)}>
              {t('team.choose')}
            </Button>
          </Group>
        </Input.Wrapper>
        {isDelete && (
          <Textarea
            label={t('team.reason')}
            required
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {isDelete && user.bot === 0 && (
          <Checkbox
            label={t('team.erase_also')}
            description={t('team.erase_what')}
            checked={isErased}
            onChange={(event) => setErased(event.currentTarget.checked)}
          />
        )}
        <FormEnd
          problem={problem}
          onCancel={onClose}
          color="red"
          disabled={isDelete && !reason.trim()}
          onClick={() => void leave()}
        >
          {isErased ? t('team.erase') : words.title}
        </FormEnd>
      </Stack>
      {isPicking && (
        <UserPicker
          title={t('team.receiver')}
          chosen={receiver}
          disabled={[user.userid]}
          max={1}
          onClose={() => setPicking(false)}
          onDone={(userids) => {
            setReceiver(userids);
            setPicking(false);
          }}
        />
      )}
    </Modal>
  );
}

import type { UserRow } from '@atrium/contract/people/accounts.ts';
import { Anchor, Stack, Text } from '@mantine/core';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { type EditedMac, MacList } from '../checkin/MacList.tsx';
import { operate, readCheckin } from './team.actions.ts';

interface Known {
  macs: EditedMac[];
  face: string;
}

/** A person's check-in devices and photo, managed by an administrator. */
export function CheckinModal({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const { data: known, problem, show, fail } = useRequest<Known>(() => readCheckin(user), user.userid);
  const save = async () => {
    const checkin_macs = (known?.macs ?? []).map(({ mac, remark }) => ({ mac, remark }));
    const words = await operate({ userid: user.userid, type: 'checkin_macs', checkin_macs });
    fail(words);
    if (!words) onClose();
  };
  const title = t('checkin.of_person_title', { name: user.nickname });
  return (
    <Modal opened onClose={onClose} title={title} fullScreen={isNarrow} size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          <Text c="dimmed">{t('checkin.number_hint', { number: user.userid })}</Text>
          {known ? (
            <MacList list={known.macs} onChange={(macs) => show({ ...known, macs })} />
          ) : (
            !problem && <LoadingPlaceholder label={t('state.loading')} />
          )}
          {known?.face && (
            <Anchor href={known.face} target="_blank" rel="noopener noreferrer">
              {t('checkin.face_open')}
            </Anchor>
          )}
          <FormEnd problem={problem} onCancel={onClose} disabled={!known}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

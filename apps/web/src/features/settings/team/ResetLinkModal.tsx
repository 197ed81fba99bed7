import { Stack, Text } from '@mantine/core';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { makeResetLink } from './team.actions.ts';

interface Props {
  user: { userid: number; nickname: string };
  onClose: () => void;
}

/** A link with which a person chooses a new password, to be handed over. */
export function ResetLinkModal({ user, onClose }: Props) {
  const { data, problem, again } = useRequest(() => makeResetLink(user.userid));
  return (
    <Modal opened onClose={onClose} title={t('team.reset_link')}>
      {data ? (
        <Stack gap="md">
          <Text>{t('team.reset_text', { name: user.nickname })}</Text>
          <CopyLine
            id="reset-link"
            label={t('team.reset_link')}
            hint={t('team.link_until', { time: fullTime(data.expired_at) })}
            words={data.url}
          />
        </Stack>
      ) : (
        <NotYet problem={problem} onAgain={again} />
      )}
    </Modal>
  );
}

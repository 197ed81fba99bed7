import type { UserBasic } from '@atrium/contract/people/users.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconMessageCircle, IconUsers, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { useAbsenceStatus } from '#entities/approval/absences.ts';
import { mayMeet, requestMeeting } from '#entities/meeting/meeting.ts';
import { fullTime } from '#entities/message/time.ts';
import { PersonTags } from '#entities/personTag/PersonTags.tsx';
import { usePersonExtra } from '#entities/personTag/usePersonExtra.ts';
import { departmentWords } from '#entities/user/departmentWords.ts';
import { PauseLine } from '#entities/user/PauseLine.tsx';
import { usePausedUntil } from '#entities/user/pause.ts';
import { statusWords } from '#entities/user/status.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { amAdmin } from '#sync/account.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { CommonGroupsModal } from './CommonGroupsModal.tsx';
import { countCommonGroups, erasePerson } from './person.actions.ts';

interface Props {
  userid: number;
  onClose: () => void;
  onChat: (userid: number) => void;
  onDialog: (id: number) => void;
}

/** A person's profile, with buttons to contact them. */
export function PersonModal({ userid, onClose, onChat, onDialog }: Props) {
  const user = useUser(userid);
  const isNarrow = useIsNarrow();
  const isMe = userid === useMe();
  const common = useCommonCount(isMe ? 0 : userid);
  const extra = usePersonExtra(userid);
  const away = useAbsenceStatus(userid);
  const { birthday, address, introduction } = extra.about ?? {};
  const hasTags = user && !user.delete_at && user.bot === 0;
  const [isListed, setListed] = useState(false);
  const until = usePausedUntil(userid);
  const status = statusWords(user, { withPause: !until });
  const rows: [string, string][] = user
    ? [
        ...(user.email ? [[t('field.email'), user.email] as [string, string]] : []),
        [t('field.department'), departmentWords(user.department_name) || '–'],
        [t('field.profession'), user.profession || '–'],
        ...(birthday ? [[t('field.birthday'), day.format(new Date(birthday))] as [string, string]] : []),
        ...(address ? [[t('field.address'), address] as [string, string]] : []),
        ...(introduction ? [[t('field.introduction'), introduction] as [string, string]] : []),
        ...(status ? [[t('status.title'), status] as [string, string]] : []),
        ...(away ? [[t('approval.away_title'), away] as [string, string]] : []),
        [t('person.last_seen'), user.online ? t('user.online') : user.line_at ? fullTime(user.line_at) : '–'],
        ...(user.delete_at ? [[t('person.deleted_at'), fullTime(user.delete_at)] as [string, string]] : []),
        ...(user.disable_at && !user.delete_at
          ? [[t('person.resigned_at'), fullTime(user.disable_at)] as [string, string]]
          : []),
      ]
    : [];
  return (
    <Modal opened onClose={onClose} size={600} fullScreen={isNarrow} title={t('person.title')} zIndex={350}>
      <Stack gap="lg">
        <Group gap="lg">
          <UserAvatar user={user} size={64} withPresence />
          <div>
            <Group gap="xs">
              <Text size="xl" fw={600}>
                {user?.nickname}
              </Text>
              {(user?.bot ?? 0) > 0 && <Badge color="gray">{t('user.bot')}</Badge>}
              {user?.delete_at ? (
                <Badge color="red">{t('user.deleted')}</Badge>
              ) : (
                user?.disable_at && <Badge color="gray">{t('user.resigned')}</Badge>
              )}
            </Group>
            <Text c="dimmed">{user?.profession}</Text>
            {until && (
              <Text size="sm" c="dimmed">
                <PauseLine until={until} />
              </Text>
            )}
          </div>
        </Group>
        <dl style={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '8px 24px', margin: 0 }}>
          {rows.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt style={{ color: 'var(--ink-3)' }}>{label}</dt>
              <dd style={{ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{value}</dd>
            </div>
          ))}
        </dl>
        {hasTags && (
          <section aria-labelledby="person-tags">
            <Text id="person-tags" fw={600} size="sm" mb={8}>
              {t('person_tag.title')}
            </Text>
            <PersonTags key={userid} extra={extra} isOwn={isMe} />
          </section>
        )}
        <Group justify="flex-end">
          {common > 0 && (
            <Button variant="default" mr="auto" leftSection={<IconUsers size={18} />} onClick={() => setListed(true)}>
              {t('person.common_count', { count: common })}
            </Button>
          )}
          {hasTags && !isMe && !user.disable_at && mayMeet() && (
            <Button
              variant="default"
              leftSection={<IconVideo size={18} />}
              onClick={() => {
                onClose();
                requestMeeting({ kind: 'create', userids: [userid] });
              }}
            >
              {t('person.meet')}
            </Button>
          )}
          {user?.delete_at && user.bot === 0 && amAdmin() && (
            <Button color="red" variant="light" mr="auto" onClick={() => void erase(user)}>
              {t('team.erase')}
            </Button>
          )}
          <Button
            leftSection={<IconMessageCircle size={18} />}
            disabled={Boolean(user?.delete_at)}
            onClick={() => onChat(userid)}
          >
            {t('person.chat')}
          </Button>
        </Group>
      </Stack>
      {isListed && <CommonGroupsModal userid={userid} onClose={() => setListed(false)} onDialog={onDialog} />}
    </Modal>
  );
}

/** Erases an account that was deleted before; the table of accounts has the others. */
async function erase({ userid, nickname }: UserBasic): Promise<void> {
  const action = t('team.erase');
  const isSure = await askFirst({
    title: action,
    text: t('team.erase_ask', { name: nickname }),
    action,
    isDangerous: true,
  });
  if (!isSure) return;
  const words = await erasePerson(userid);
  notify(words || t('team.changed'), words ? { kind: 'error' } : {});
}

/** A birthday is the same date in every time zone. */
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** The number of common groups. If it cannot be loaded, the button is missing, without an error. */
function useCommonCount(userid: number): number {
  return useRequest(async () => (userid > 0 ? countCommonGroups(userid) : 0), userid).data ?? 0;
}

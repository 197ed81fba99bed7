import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { DialogMember } from '@atrium/contract/chat/dialogs.ts';
import { ActionIcon, Badge, Button, Group, Menu, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots, IconSearch, IconUserCheck, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe, useUser, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { opensMenu, type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import {
  addPeople,
  disbandGroup,
  handOverGroup,
  leaveGroup,
  removePerson,
  renameGroup,
  setDeputy,
} from './dialog.actions.ts';
import { GroupPicture } from './GroupPicture.tsx';
import { isNamed, mayFindMembers } from './rules.ts';
import { useMembers } from './usePeople.ts';

interface Props {
  dialog: ClientDialog;
  onClose: () => void;
  onPerson: (userid: number) => void;
}

/** The `role` of deputies. */
const DEPUTY = 2;

/** The members of a group, and what its owner can do. */
export function GroupMembers({ dialog, onClose, onPerson }: Props) {
  const me = useMe();
  const members = useMembers(dialog.id, dialog.people, dialog.owner_id, dialog.deputy_ids);
  // Null while not editing: the name then follows changes by others.
  const [draft, setDraft] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  const [words, setWords] = useState('');
  const users = useUsers(members.map((member) => member.userid));
  const shown = words.trim()
    ? members.filter(({ userid }) => users.some((user) => user?.userid === userid && isNamed(user, words)))
    : members;
  const isOwner = dialog.owner_id === me && dialog.group_type === 'user';
  const mine = members.find((member) => member.userid === me);
  const isDeputy = mine?.role === DEPUTY && dialog.group_type === 'user';
  const mayAdd = dialog.owner_id === 0 || dialog.owner_id === me || isDeputy;
  const mayRemove = ({ userid, important, inviter, role }: DialogMember) =>
    userid !== me &&
    userid !== dialog.owner_id &&
    !important &&
    (isOwner || (role !== DEPUTY && (isDeputy || inviter === me)));
  const rename = async () => {
    const name = draft?.trim();
    if (name && name !== dialog.name) await renameGroup(dialog.id, name);
    setDraft((now) => (now === draft ? null : now));
  };
  const leave = async () => {
    const isSure = await askFirst({
      title: t('group.leave'),
      text: t('group.leave_ask', { name: dialog.name }),
      action: t('group.leave'),
      isDangerous: true,
    });
    if (isSure && (await leaveGroup(dialog.id))) onClose();
  };
  const disband = async () => {
    const isSure = await askFirst({
      title: t('group.disband'),
      text: t('group.disband_ask', { name: dialog.name }),
      action: t('group.disband'),
      isDangerous: true,
    });
    if (isSure && (await disbandGroup(dialog.id))) onClose();
  };
  return (
    <>
      <Stack gap="md">
        {(isOwner || isDeputy) && <GroupPicture dialog={dialog} />}
        {isOwner || isDeputy ? (
          <TextInput
            label={t('group.name')}
            value={draft ?? dialog.name}
            maxLength={100}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onBlur={() => void rename()}
            onKeyDown={(event) => event.key === 'Enter' && void rename()}
          />
        ) : (
          <Text fw={600}>{dialog.name}</Text>
        )}
        {dialog.group_type === 'user' && (
          <Group grow>
            {isOwner ? (
              <>
                <Button size="compact-md" variant="default" onClick={() => setHandingOver(true)}>
                  {t('group.transfer')}
                </Button>
                <Button size="compact-md" color="red" variant="light" onClick={() => void disband()}>
                  {t('group.disband')}
                </Button>
              </>
            ) : (
              mine && (
                <Button size="compact-md" color="red" variant="light" onClick={() => void leave()}>
                  {t('group.leave')}
                </Button>
              )
            )}
          </Group>
        )}
        <Group justify="space-between">
          <Text size="sm" fw={600} c="dimmed">
            {t('dialog.people', { count: dialog.people })}
          </Text>
          {mayAdd && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconUserPlus size={16} />}
              onClick={() => setAdding(true)}
            >
              {t('group.add')}
            </Button>
          )}
        </Group>
        {mayFindMembers(dialog, me) && (
          <TextInput
            aria-label={t('contacts.search')}
            placeholder={t('contacts.search')}
            leftSection={<IconSearch size={16} stroke={1.75} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        <Stack gap={2}>
          {shown.length === 0 && words && <Text c="dimmed">{t('contacts.none')}</Text>}
          {shown.map((member) => (
            <MemberRow
              key={member.userid}
              userid={member.userid}
              isOwner={member.userid === dialog.owner_id}
              isDeputy={member.role === DEPUTY}
              onOpen={() => onPerson(member.userid)}
              {...(mayRemove(member) && { onRemove: () => void removePerson(dialog.id, member.userid) })}
              {...(isOwner &&
                member.userid !== me &&
                !member.bot && {
                  onDeputy: () => void setDeputy(dialog.id, member.userid, member.role !== DEPUTY),
                })}
            />
          ))}
        </Stack>
      </Stack>
      {isHandingOver && (
        <UserPicker
          title={t('group.transfer')}
          disabled={[me]}
          max={1}
          onClose={() => setHandingOver(false)}
          onDone={([userid]) => {
            setHandingOver(false);
            if (userid) void handOverGroup(dialog.id, userid);
          }}
        />
      )}
      {isAdding && (
        <UserPicker
          title={t('group.add')}
          disabled={members.map((member) => member.userid)}
          max={100}
          withBots
          onClose={() => setAdding(false)}
          onDone={(userids) => {
            setAdding(false);
            if (userids.length > 0) void addPeople(dialog.id, userids);
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  userid: number;
  isOwner: boolean;
  isDeputy: boolean;
  onOpen: () => void;
  onRemove?: () => void;
  onDeputy?: () => void;
}
function MemberRow({ userid, isOwner, isDeputy, onOpen, onRemove, onDeputy }: RowProps) {
  const user = useUser(userid);
  const [menu, setMenu] = useState<Point | null>(null);
  return (
    <Group wrap="nowrap" gap="xs">
      <UnstyledButton
        onClick={onOpen}
        style={{ flex: 1, display: 'flex', alignItems: 'center', gap: 12, padding: '6px 0', minWidth: 0 }}
      >
        <UserAvatar user={user} size={32} withPresence />
        <span className="truncate">{user?.nickname}</span>
        {(isOwner || isDeputy) && (
          <Badge size="sm" variant="light">
            {t(isOwner ? 'role.owner' : 'group.deputy')}
          </Badge>
        )}
      </UnstyledButton>
      {(onDeputy || onRemove) && (
        <ActionIcon
          aria-label={t('group.actions', { name: user?.nickname ?? '' })}
          {...opensMenu(menu !== null)}
          onClick={(event) => {
            if (menu) return setMenu(null);
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom });
          }}
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <PointMenu at={menu} label={t('group.actions', { name: user?.nickname ?? '' })} onClose={() => setMenu(null)}>
        {onDeputy && (
          <Menu.Item leftSection={<IconUserCheck size={16} stroke={1.75} />} onClick={onDeputy}>
            {t(isDeputy ? 'group.deputy_remove' : 'group.deputy_add')}
          </Menu.Item>
        )}
        {onRemove && (
          <Menu.Item color="var(--red)" leftSection={<IconUserMinus size={16} stroke={1.75} />} onClick={onRemove}>
            {t('group.remove', { name: user?.nickname ?? '' })}
          </Menu.Item>
        )}
      </PointMenu>
    </Group>
  );
}

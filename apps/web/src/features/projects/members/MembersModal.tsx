import type { Project } from '@atrium/contract/projects/projects.ts';
import { ActionIcon, Badge, Button, Group, Menu, Stack, UnstyledButton } from '@mantine/core';
import { IconCrown, IconDots, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { removeMember, setMembers } from '#features/projects/project.actions.ts';
import { askAndHandOver } from '#features/projects/projectCommands.ts';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  project: Project;
  me: number;
  onClose: () => void;
  onPerson: (userid: number) => void;
}

export function MembersModal({ project, me, onClose, onPerson }: Props) {
  const isNarrow = useIsNarrow();
  const [isAdding, setAdding] = useState(false);
  const members = project.project_user ?? [];
  const ids = members.map((member) => member.userid);
  const isOwner = project.owner === 1;
  const remove = async (userid: number, name: string) => {
    const isSure = await askFirst({
      title: t('project.remove_member'),
      text: t('project.remove_member_ask', { name }),
      action: t('project.remove_member'),
      isDangerous: true,
    });
    if (isSure) await removeMember(project.id, userid);
  };
  return (
    <Modal opened onClose={onClose} title={t('project.members')} size={480} fullScreen={isNarrow}>
      <Stack gap="xs">
        {members.map((member) => (
          <MemberRow
            key={member.userid}
            userid={member.userid}
            isOwner={member.owner === 1}
            mayManage={isOwner && member.userid !== me}
            onOpen={() => onPerson(member.userid)}
            onRemove={(name) => void remove(member.userid, name)}
            onTransfer={(name) => void askAndHandOver(project, member.userid, name)}
          />
        ))}
        {isOwner && (
          <Button variant="light" leftSection={<IconUserPlus size={16} />} onClick={() => setAdding(true)} mt="sm">
            {t('project.add_members')}
          </Button>
        )}
      </Stack>
      {isAdding && (
        <UserPicker
          title={t('project.add_members')}
          chosen={[]}
          disabled={ids}
          max={100}
          onClose={() => setAdding(false)}
          onDone={(userids) => {
            setAdding(false);
            if (userids.length > 0) void setMembers(project.id, [...ids, ...userids]);
          }}
        />
      )}
    </Modal>
  );
}

interface RowProps {
  userid: number;
  isOwner: boolean;
  mayManage: boolean;
  onOpen: () => void;
  onRemove: (name: string) => void;
  onTransfer: (name: string) => void;
}
function MemberRow({ userid, isOwner, mayManage, onOpen, onRemove, onTransfer }: RowProps) {
  const user = useUser(userid);
  const name = user?.nickname ?? '';
  return (
    <Group wrap="nowrap" gap="sm">
      <UnstyledButton
        onClick={onOpen}
        style={{ display: 'flex', alignItems: 'center', gap: 12, flex: 1, minWidth: 0, padding: '4px 0' }}
      >
        <UserAvatar user={user} size={32} withPresence />
        <span className="truncate">{name}</span>
        {isOwner && (
          <Badge size="sm" variant="light">
            {t('role.owner')}
          </Badge>
        )}
      </UnstyledButton>
      {mayManage && (
        <DropdownMenu
          position="bottom-end"
          button={
            <ActionIcon aria-label={t('project.member_menu', { name })}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          }
        >
          <Menu.Item leftSection={<IconCrown size={16} />} onClick={() => onTransfer(name)}>
            {t('project.transfer')}
          </Menu.Item>
          <Menu.Item color="var(--red)" leftSection={<IconUserMinus size={16} />} onClick={() => onRemove(name)}>
            {t('project.remove_member')}
          </Menu.Item>
        </DropdownMenu>
      )}
    </Group>
  );
}

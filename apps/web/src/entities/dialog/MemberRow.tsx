import { ActionIcon, Badge, Group, Menu, UnstyledButton } from '@mantine/core';
import { IconDots, IconUserCheck, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { opensMenu, type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';

interface Props {
  userid: number;
  isOwner: boolean;
  isDeputy: boolean;
  onOpen: () => void;
  onRemove?: () => void;
  onDeputy?: () => void;
}
/** A member with their role; those that can be changed have a menu. */
export function MemberRow({ userid, isOwner, isDeputy, onOpen, onRemove, onDeputy }: Props) {
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

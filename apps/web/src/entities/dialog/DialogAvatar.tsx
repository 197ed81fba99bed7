import type { ClientDialog } from '@atrium/client/rows.ts';
import { IconBriefcase, IconBuildingCommunity, IconChecklist, IconUsers } from '@tabler/icons-react';
import { hueOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import classes from './DialogAvatar.module.css';

const ICONS: Record<string, typeof IconUsers> = {
  project: IconBriefcase,
  task: IconChecklist,
  all: IconBuildingCommunity,
};

type Shown = Pick<ClientDialog, 'id' | 'type' | 'group_type' | 'link_id' | 'dialog_user'>;

/** The other person's picture, or the group's kind. */
export function DialogAvatar({ dialog, size }: { dialog: Shown; size: 20 | 32 | 40 }) {
  const peer = useUser(dialog.dialog_user?.userid ?? 0);
  if (dialog.type === 'user') return <UserAvatar user={peer} size={size} withPresence />;
  const Icon = ICONS[dialog.group_type] ?? IconUsers;
  const hue = hueOf(dialog.link_id || dialog.id);
  return (
    <span
      className={classes.icon}
      style={{
        width: size,
        height: size,
        background: `light-dark(hsl(${hue} 55% 92%), hsl(${hue} 30% 26%))`,
        color: `light-dark(hsl(${hue} 50% 34%), hsl(${hue} 70% 82%))`,
      }}
    >
      <Icon size={size * 0.5} stroke={1.75} />
    </span>
  );
}

import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { IconBriefcase, IconBuildingCommunity, IconChecklist, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf, hueOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import classes from './DialogAvatar.module.css';

const ICONS: Record<string, typeof IconUsers> = {
  project: IconBriefcase,
  task: IconChecklist,
  all: IconBuildingCommunity,
};

type Shown = Pick<ClientDialog, 'id' | 'type' | 'group_type' | 'link_id' | 'dialog_user' | 'avatar'>;

/** The other person's picture, the group's own, or an icon of the group's kind. */
export function DialogAvatar({ dialog, size }: { dialog: Shown; size: 20 | 32 | 40 | 64 }) {
  const peer = useUser(dialog.dialog_user?.userid ?? 0);
  const [broken, setBroken] = useState('');
  if (dialog.type === 'user') return <UserAvatar user={peer} size={size} withPresence />;
  if (dialog.avatar && dialog.avatar !== broken)
    return (
      <img
        className={classes.picture}
        src={addressOf(dialog.avatar)}
        width={size}
        height={size}
        alt=""
        draggable={false}
        onError={() => setBroken(dialog.avatar)}
      />
    );
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

import type { UserBasic } from '@atrium/contract/users.ts';
import { Avatar, Tooltip } from '@mantine/core';
import classes from './UserAvatar.module.css';

const HUES = [232, 262, 292, 328, 352, 14, 34, 152, 176, 200] as const;

/** Stable per person, readable in both themes. */
export function hueOf(userid: number): number {
  return HUES[(userid * 7) % HUES.length] ?? 232;
}

export function initialsOf(name: string, size = 32): string {
  // Two signs as wide as they are high do not fit into a small circle.
  if (/[\u3400-\u9fff\uac00-\ud7af\u3040-\u30ff]/.test(name)) return [...name].slice(size < 32 ? -1 : -2).join('');
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

interface Props {
  user: Pick<UserBasic, 'userid' | 'nickname' | 'userimg' | 'online' | 'bot' | 'disable_at' | 'delete_at'> | undefined;
  size?: 20 | 24 | 32 | 40 | 64;
  withPresence?: boolean;
  withName?: boolean;
}

const isGenerated = (url: string) => url === '' || url.includes('/avatar/');

/** A person's picture, or their initials in their own colour, with a dot while they are online. */
export function UserAvatar({ user, size = 32, withPresence = false, withName = false }: Props) {
  const name = user?.nickname ?? '?';
  const hue = hueOf(user?.userid ?? 0);
  const picture = (
    <span className={classes.box} style={{ width: size, height: size }}>
      <Avatar
        src={user && !isGenerated(user.userimg) ? user.userimg : null}
        alt={name}
        size={size}
        radius="xl"
        styles={{
          placeholder: {
            background: `light-dark(hsl(${hue} 62% 90%), hsl(${hue} 34% 28%))`,
            color: `light-dark(hsl(${hue} 58% 30%), hsl(${hue} 70% 86%))`,
            fontSize: Math.max(9, Math.round(size * 0.38)),
            fontWeight: 600,
            border: 0,
          },
        }}
      >
        {initialsOf(name, size)}
      </Avatar>
      {withPresence && user?.online && <span className={classes.dot} data-size={size > 32 ? 'large' : 'small'} />}
    </span>
  );
  return withName ? <Tooltip label={name}>{picture}</Tooltip> : picture;
}

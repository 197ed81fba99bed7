import type { UserBasic } from '@atrium/contract/people/users.ts';
import { type CSSProperties, type ReactNode, useState } from 'react';
import classes from './UserAvatar.module.css';

const HUES = [232, 262, 292, 328, 352, 14, 34, 152, 176, 200] as const;

/** The hue of a person, which is always the same and readable in both themes. */
export function hueOf(userid: number): number {
  return HUES[(userid * 7) % HUES.length] ?? 232;
}

export function initialsOf(fullName: string): string {
  // The part in parentheses of "Ada Lindqvist (sample)" does not belong to the name.
  const name = fullName.replace(/(?<=\S)\s*[(（][^()（）]*[)）]\s*$/, '');
  // Two full-width characters do not fit into a small circle, so one is used at every size.
  if (/[\u3400-\u9fff\uac00-\ud7af\u3040-\u30ff]/.test(name)) return [...name].at(-1) ?? '';
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

/** The address on the page's own origin, which may differ from the configured one. */
export const addressOf = (url: string) => url.replace(/^https?:\/\/[^/]+(?=\/picture\/)/, '');

const isGenerated = (url: string) => url === '' || url.includes('/avatar/');

/**
 * A person's picture, or their initials in their own color, with a dot while online. It has only two elements, because
 * lists have hundreds of them. Without `withName` it only accompanies the name beside it.
 */
export function UserAvatar({ user, size = 32, withPresence = false, withName = false }: Props) {
  const [broken, setBroken] = useState('');
  const name = user?.nickname ?? '';
  const picture = user && !isGenerated(user.userimg) && user.userimg !== broken ? user.userimg : '';
  const style = { '--size': `${size}px`, '--hue': hueOf(user?.userid ?? 0) } as CSSProperties;
  const named = withName ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true };
  return (
    <span className={classes.box} style={style} {...named}>
      {picture ? (
        <img
          className={classes.face}
          src={addressOf(picture)}
          alt=""
          draggable={false}
          onError={() => setBroken(picture)}
        />
      ) : (
        // The letters are decoration, which is not searched, copied or read aloud.
        <span className={classes.face} data-initials={initialsOf(name)} />
      )}
      {withPresence && user?.online && <span className={classes.dot} data-size={size > 32 ? 'large' : 'small'} />}
    </span>
  );
}

/** A row of overlapping avatars. */
export const AvatarGroup = ({ children }: { children: ReactNode }) => <span className={classes.group}>{children}</span>;

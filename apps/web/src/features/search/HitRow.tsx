import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { parseSearch } from '@atrium/richtext/search/searchQuery.ts';
import { Highlight } from '@mantine/core';
import { IconBriefcase, IconChecklist } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { DriveIcon } from '#entities/drive/DriveIcon.tsx';
import { MarkedText } from '#entities/drive/MarkedText.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { nowMs } from '#sync/clock.ts';
import { locale, t } from '#sync/language.ts';
import { type Badge, badgesOf, type Hit, timeOf } from './results.ts';
import classes from './SearchModal.module.css';

const BADGES = {
  completed: 'search.badge.completed',
  overdue: 'due.overdue',
  soon: 'search.badge.soon',
  archived: 'dialog.archived',
  owner: 'search.badge.owner',
  shared: 'drive.shared',
  shared_by_me: 'drive.shared_by_me',
} as const satisfies Record<Badge, string>;

/** One result: its kind, text, state and time. */
export function HitRow({ hit, words }: { hit: Hit; words: string }) {
  const author = useAuthor(hit);
  const me = useMe();
  const { icon, title, more } = partsOf(hit, author);
  const marked = parseSearch(words).words.split(' ').filter(Boolean);
  return (
    <>
      {icon}
      <span className={classes.text}>
        <span className={classes.line}>
          <Highlight component="span" highlight={marked} className={classes.title ?? ''} fz="md">
            {title}
          </Highlight>
          {badgesOf(hit, nowMs(), me).map((badge) => (
            <span key={badge} className={classes.badge} data-badge={badge}>
              {t(BADGES[badge])}
            </span>
          ))}
        </span>
        {hit.kind === 'file' && hit.file.snippet ? (
          <div className={classes.more}>
            <MarkedText text={hit.file.snippet} words={words} />
          </div>
        ) : (
          more && (
            <Highlight component="div" highlight={marked} className={classes.more ?? ''}>
              {more}
            </Highlight>
          )
        )}
      </span>
      <time className={classes.time}>{listTime(timeOf(hit))}</time>
    </>
  );
}

function useAuthor(hit: Hit): string {
  const me = useMe();
  const userid = hit.kind === 'message' && hit.hit.type === 'group' ? (hit.hit.last_msg?.userid ?? 0) : 0;
  const user = useUser(userid);
  return userid === 0 ? '' : userid === me ? t('dialog.you') : (user?.nickname ?? '');
}

function partsOf(hit: Hit, author: string): { icon: ReactNode; title: string; more: string } {
  switch (hit.kind) {
    case 'task': {
      const { name, desc, project_name } = hit.task;
      return { icon: <Icon of={IconChecklist} />, title: name, more: [project_name, desc].filter(Boolean).join(' · ') };
    }
    case 'project':
      return { icon: <Icon of={IconBriefcase} />, title: hit.project.name, more: hit.project.desc };
    case 'message': {
      const { hit: dialog } = hit;
      const said = dialog.last_msg?.msg.preview ?? '';
      const shown = { ...dialog, id: Number(dialog.id), link_id: dialog.group_info?.id ?? 0 };
      return {
        icon: <DialogAvatar dialog={shown} size={32} />,
        title: dialog.name,
        more: author ? t('search.said', { name: author, text: said }) : said,
      };
    }
    case 'file': {
      const { file } = hit;
      const more = file.type === 'folder' ? t('drive.folder') : sizeWords(file.size, locale);
      return { icon: <DriveIcon file={file} />, title: fullName(file), more };
    }
    case 'contact': {
      const { user } = hit;
      return {
        icon: <UserAvatar user={user} size={32} withPresence />,
        title: user.nickname,
        more: [user.profession, user.email].filter(Boolean).join(' · '),
      };
    }
  }
}

const Icon = ({ of: Shape }: { of: typeof IconChecklist }) => (
  <span className={classes.icon}>
    <Shape size={18} stroke={1.75} />
  </span>
);

import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Document.module.css';
import { useViewers } from './useViewers.ts';

const SHOWN = 10;

/** Other people who have this file open. */
export function Viewers({ fileId }: { fileId: number }) {
  const me = useMe();
  const userids = useViewers(fileId);
  const others = useUsers(userids.filter((userid) => userid !== me).slice(0, SHOWN));
  if (others.length === 0) return null;
  return (
    <ul className={classes.viewers} aria-label={t('drive.viewers')}>
      {others.map(
        (user) =>
          user && (
            <li key={user.userid}>
              <Tooltip label={user.nickname}>
                <span role="img" aria-label={user.nickname}>
                  <UserAvatar user={user} size={24} />
                </span>
              </Tooltip>
            </li>
          ),
      )}
    </ul>
  );
}

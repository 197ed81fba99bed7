import type { Project } from '@atrium/contract/projects/projects.ts';
import { VisuallyHidden } from '@mantine/core';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import classes from '#features/projects/ProjectScreen.module.css';
import { t } from '#sync/language.ts';
import { useIsWide } from '#ui/layout/useIsPhone.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';

/** The numbers of avatars that fit on a wide and on a narrow screen. */
const [MANY, FEW] = [8, 3];

/** A project's members in its header: some avatars, and the number of others. */
export function ProjectMembers({ project, onClick }: { project: Project; onClick: () => void }) {
  const isWide = useIsWide();
  const people = (project.project_user ?? []).toSorted((a, b) => Number(b.owner === 1) - Number(a.owner === 1));
  const shown = useUsers(people.slice(0, isWide ? MANY : FEW).map((user) => user.userid));
  const more = people.length - shown.length;
  return (
    <Tooltip label={t('project.members')}>
      <button type="button" className={classes.members} onClick={onClick}>
        <VisuallyHidden>{t('project.members')}</VisuallyHidden>
        <AvatarGroup>
          {shown.map((user, index) => (
            <UserAvatar key={user?.userid ?? index} user={user} size={24} />
          ))}
        </AvatarGroup>
        {more > 0 && <span>+{more}</span>}
      </button>
    </Tooltip>
  );
}

import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { CSSProperties } from 'react';
import { DriveIcon } from '#entities/drive/DriveIcon.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { DueChip } from '#entities/task/times/DueChip.tsx';
import { AvatarGroup, hueOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser, useUsers } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { useRow } from '#sync/store/useStore.ts';
import { FavoriteRow, type RowArranging } from './FavoriteRow.tsx';
import classes from './Favorites.module.css';
import type { FavoritesByKind } from './favorites.actions.ts';

export interface RowProps {
  onOpen: () => void;
  onRemove: () => void;
  arranging: RowArranging;
}

/** The color of a project, as in the sidebar. */
function ProjectDot({ id }: { id: number }) {
  const hue = hueOf(id);
  const style = { '--hue': `light-dark(hsl(${hue} 58% 56%), hsl(${hue} 55% 64%))` } as CSSProperties;
  return <span className={classes.dot} style={style} aria-hidden />;
}

export function ProjectRow({ project, ...on }: RowProps & { project: FavoritesByKind['projects'][number] }) {
  const row = useRow('project', project.id);
  const total = row?.task_num ?? 0;
  return (
    <FavoriteRow
      type="project"
      id={project.id}
      name={project.name}
      note={project.archived_at ? t('dialog.archived') : project.desc}
      remark={project.remark}
      picture={<ProjectDot id={project.id} />}
      facts={total > 0 && <small>{t('task.progress', { percent: row?.task_percent ?? 0 })}</small>}
      {...on}
    />
  );
}

/** Owners shown. */
const OWNERS = 3;

export function TaskRow({ task, ...on }: RowProps & { task: FavoritesByKind['tasks'][number] }) {
  const project = useRow('project', task.project_id);
  const row = useRow('task', task.id);
  const column = useRow('column', row?.column_id ?? 0);
  const owners = useUsers(task.owners);
  // If the project is not loaded, only the status is known.
  const place = column?.name ?? (row ? '' : task.flow_item_name.split('|')[1]);
  return (
    <FavoriteRow
      type="task"
      id={task.id}
      name={task.name}
      isDone={Boolean(task.complete_at)}
      note={[project?.name || task.project_name, place].filter(Boolean).join(' › ')}
      remark={task.remark}
      picture={<ProjectDot id={task.project_id} />}
      facts={
        (row || task.end_at || task.owners.length > 0) && (
          <>
            {row && <StatusChip task={row} />}
            <DueChip task={row ?? task} />
            <AvatarGroup>
              {owners
                .slice(0, OWNERS)
                .map((owner) => owner && <UserAvatar key={owner.userid} user={owner} size={20} />)}
            </AvatarGroup>
          </>
        )
      }
      {...on}
    />
  );
}

const LINE = 160;
export function MessageRow({ kept, ...on }: RowProps & { kept: FavoritesByKind['messages'][number] }) {
  const author = useUser(kept.message.userid);
  const dialog = useRow('dialog', kept.message.dialog_id);
  return (
    <FavoriteRow
      type="message"
      id={kept.id}
      name={previewLine(kept.message, LINE)}
      note={[author?.nickname, dialog?.name, listTime(kept.message.created_at)].filter(Boolean).join(' · ')}
      remark={kept.remark}
      picture={<UserAvatar user={author} size={32} />}
      {...on}
    />
  );
}

export function FileRow({ kept, ...on }: RowProps & { kept: FavoritesByKind['files'][number] }) {
  const { id, file, remark } = kept;
  const owner = useUser(file.userid);
  const kind = file.type === 'folder' ? t('drive.folder') : sizeWords(file.size, locale);
  return (
    <FavoriteRow
      type="file"
      id={id}
      name={fullName(file)}
      note={[kind, owner?.nickname, file.updated_at && listTime(file.updated_at)].filter(Boolean).join(' · ')}
      remark={remark}
      picture={<DriveIcon file={file} />}
      {...on}
    />
  );
}

import type { Project } from '@atrium/contract/projects/projects.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { readArchivedProjects, removeProject, restoreProject } from '#features/projects/project.actions.ts';
import classes from '#features/projects/settings/ProjectDrawers.module.css';
import { SearchedDrawer, useSearched } from '#features/projects/settings/SearchedDrawer.tsx';
import { usePages } from '#features/projects/table/usePages.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Archived projects: their owner restores them with their tasks, or deletes them. */
export function ArchivedProjects({ onClose }: { onClose: () => void }) {
  const searched = useSearched();
  const pages = usePages<Project>((page) => readArchivedProjects(searched.key, page), searched.key);
  const { drop } = pages;
  const restore = async ({ id, name }: Project) => {
    if (!(await restoreProject(id))) return;
    drop((row) => row.id === id);
    notify(t('hidden_tasks.restored', { name }));
  };
  const remove = async ({ id, name }: Project) => {
    const isSure = await askFirst({
      title: t('project.remove'),
      text: t('project.remove_ask', { name }),
      action: t('project.remove'),
      isDangerous: true,
    });
    if (isSure && (await removeProject(id))) drop((row) => row.id === id);
  };
  return (
    <SearchedDrawer
      title={t('project.archived')}
      searchLabel={t('project.search')}
      searched={searched}
      pages={pages}
      nothing={searched.key ? t('project.no_match', { query: searched.key }) : t('project.archived_none')}
      onClose={onClose}
    >
      {(project) => (
        <Row
          key={project.id}
          project={project}
          onRestore={() => void restore(project)}
          onRemove={() => void remove(project)}
        />
      )}
    </SearchedDrawer>
  );
}

function Row({ project, onRestore, onRemove }: { project: Project; onRestore: () => void; onRemove: () => void }) {
  const by = useUser(project.archived_userid);
  return (
    <li className={classes.row}>
      <span className={classes.text}>
        <span className={classes.name}>
          <small>#{project.id}</small> {project.name}
        </span>
        <small>
          {listTime(project.archived_at)} · {by?.nickname}
        </small>
      </span>
      {project.owner === 1 && (
        <>
          <Button size="compact-sm" variant="light" leftSection={<IconArrowBackUp size={14} />} onClick={onRestore}>
            {t('hidden_tasks.restore')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('project.remove_named', { name: project.name })}
            onClick={onRemove}
          >
            <IconTrash size={16} stroke={1.75} />
          </Button>
        </>
      )}
    </li>
  );
}

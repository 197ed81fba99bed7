import { projectList } from '@atrium/client/store/select.ts';
import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core';
import { IconArchive, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { mayAddProjects } from '#entities/project/mayAddProjects.ts';
import { t } from '#sync/language.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { useCommands } from '#ui/keys/commands.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ArchivedProjects } from './ArchivedProjects.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import classes from './ProjectCards.module.css';
import { TeamProjects } from './TeamProjects.tsx';

/** All projects: a phone's first tab, and the desktop's default without a chosen one. */
export function ProjectCards({ onNewProject }: { onNewProject: () => void }) {
  const [query, setQuery] = useState('');
  const projects = useSelect(['project'], projectList, []);
  const state = useClientState();
  const [isArchiveOpen, setArchiveOpen] = useState(false);
  const open = () => setArchiveOpen(true);
  const archived = { id: 'projects-archived', label: t('project.archived'), icon: IconArchive, run: open };
  useCommands([archived]);
  const shown = projects.filter((project) => project.name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('nav.projects')}>
        <Tooltip label={archived.label}>
          <ActionIcon size="lg" aria-label={archived.label} onClick={archived.run}>
            <IconArchive size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        {mayAddProjects() && (
          <Button size="compact-md" leftSection={<IconPlus size={16} />} onClick={onNewProject}>
            {t('project.new')}
          </Button>
        )}
      </ScreenHeader>
      <div className={classes.body}>
        <TextInput
          aria-label={t('project.search')}
          placeholder={t('project.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          className={classes.search}
        />
        {projects.length === 0 &&
          state === 'loading' &&
          [1, 2, 3].map((each) => <Skeleton key={each} h={72} radius="md" />)}
        {shown.length === 0 && state !== 'loading' && (
          <EmptyState
            drawing="board"
            text={query ? t('project.no_match', { query }) : t('project.none')}
            {...(mayAddProjects() && { action: { label: t('project.new'), run: onNewProject } })}
          />
        )}
        <ul className={classes.list}>
          {shown.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
        <TeamProjects query={query.trim()} />
      </div>
      {isArchiveOpen && <ArchivedProjects onClose={() => setArchiveOpen(false)} />}
    </div>
  );
}

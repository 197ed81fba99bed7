import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { readTeamProjects } from '#features/projects/project.actions.ts';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { ProjectCard } from './ProjectCard.tsx';
import classes from './ProjectCards.module.css';

const TYPING_MS = 200;

/** The projects of a department's people, which its head can read. Other people see nothing. */
export function TeamProjects({ query }: { query: string }) {
  // The list reloads after an event, because the person may have become a head.
  const version = useRevision('headed', 0);
  const isHead = version > 0 || (me()?.managed_departments ?? []).length > 0;
  return isHead ? <Shown key={query} query={query} version={version} /> : null;
}

function Shown({ query, version }: { query: string; version: number }) {
  const [pages, setPages] = useState(1);
  const { data, problem } = useRequest(() => readTeamProjects(query, pages), `${query} ${pages} ${version}`, {
    delayMs: query ? TYPING_MS : 0,
  });
  if (problem) {
    return (
      <Text c="red" role="alert" mt="lg">
        {problem}
      </Text>
    );
  }
  if (!data || (data.projects.length === 0 && !query)) return null;
  return (
    <section className={classes.team} aria-label={t('project.team')}>
      <h2 className={classes.heading}>{t('project.team')}</h2>
      <Text size="sm" c="dimmed" mb="sm">
        {data.projects.length === 0 ? t('project.no_match', { query }) : t('project.team_hint')}
      </Text>
      <ul className={classes.list}>
        {data.projects.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      {data.hasMore && (
        <Button variant="subtle" mt="sm" onClick={() => setPages(pages + 1)}>
          {t('person.common_more')}
        </Button>
      )}
    </section>
  );
}

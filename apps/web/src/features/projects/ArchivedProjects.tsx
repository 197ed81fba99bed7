import type { Project } from '@atrium/contract/projects.ts';
import { Button, Drawer, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/ask.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { notify } from '#ui/notices.ts';
import classes from './ProjectDrawers.module.css';
import { readArchivedProjects, removeProject, restoreProject } from './project.actions.ts';
import { usePages } from './usePages.ts';

const DEBOUNCE_MS = 300;

/** Projects that were put away: their owner takes them back, with the tasks that went along, or deletes them. */
export function ArchivedProjects({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const [key] = useDebouncedValue(words.trim(), DEBOUNCE_MS);
  const { rows, problem, more, drop } = usePages<Project>((page) => readArchivedProjects(key, page), key);
  const restore = async ({ id, name }: Project) => {
    if (!(await restoreProject(id))) return;
    drop((row) => row.id === id);
    notify(t('shelf.restored', { name }));
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
    <Drawer opened onClose={onClose} position="right" size={720} title={t('project.archived')}>
      <TextInput
        data-autofocus
        type="search"
        aria-label={t('project.search')}
        placeholder={t('project.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        mb="sm"
      />
      {problem && <Text c="red">{problem}</Text>}
      {!rows && !problem && [1, 2, 3].map((each) => <Skeleton key={each} h={40} mb={8} radius="md" />)}
      {rows?.length === 0 && (
        <EmptyState drawing="done" text={key ? t('project.no_match', { query: key }) : t('project.archived_none')} />
      )}
      <ul className={classes.list}>
        {rows?.map((project) => (
          <Row
            key={project.id}
            project={project}
            onRestore={() => void restore(project)}
            onRemove={() => void remove(project)}
          />
        ))}
      </ul>
      {more && (
        <Button variant="subtle" fullWidth onClick={more} mt="xs">
          {t('shelf.more')}
        </Button>
      )}
    </Drawer>
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
            {t('shelf.restore')}
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

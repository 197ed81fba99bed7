import type { Project } from '@atrium/contract/projects/projects.ts';
import { Badge, Group, Pagination, Progress, Select, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { fullTime, listTime } from '#entities/message/time.ts';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './AllProjects.module.css';
import { listEveryProject, type ProjectsFilter } from './projects.actions.ts';

const DEBOUNCE_MS = 300;
const TYPES = ['all', 'team', 'personal'] as const;
const STATES = ['no', 'yes', 'all'] as const;
const STATE_WORDS = { no: 'projects.open', yes: 'projects.archived', all: 'team.all' } as const;
const SIZES = ['10', '20', '30', '50', '100'];

/** Every project of the workspace with its progress and owner, including those the person is not in. */
export function AllProjects() {
  const [name, setName] = useState('');
  const [type, setType] = useState<(typeof TYPES)[number]>('all');
  const [archived, setArchived] = useState<(typeof STATES)[number]>('no');
  const [size, setSize] = useState('20');
  const [page, setPage] = useState(1);
  const words = name.trim();
  const filter = JSON.stringify({
    type,
    archived,
    ...(words && { keys: { name: words } }),
    pagesize: Number(size),
  } satisfies ProjectsFilter);
  // A changed filter shows its first page.
  useEffect(() => setPage(1), [filter]);
  const { data: list, problem } = useRequest(
    () => listEveryProject({ ...(JSON.parse(filter) as ProjectsFilter), page }),
    `${filter} ${page}`,
    { delayMs: DEBOUNCE_MS },
  );
  return (
    <section className={classes.page} aria-label={t('settings.projects')}>
      <div className={classes.filters}>
        <TextInput
          aria-label={t('project.search')}
          placeholder={t('project.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          aria-label={t('projects.type')}
          allowDeselect={false}
          value={type}
          onChange={(value) => setType(value as typeof type)}
          data={TYPES.map((value) => ({ value, label: t(value === 'all' ? 'team.all' : `projects.${value}`) }))}
        />
        <Select
          aria-label={t('team.status')}
          allowDeselect={false}
          value={archived}
          onChange={(value) => setArchived(value as typeof archived)}
          data={STATES.map((value) => ({ value, label: t(STATE_WORDS[value]) }))}
        />
      </div>
      {problem ? (
        <Text c="red" role="alert">
          {problem}
        </Text>
      ) : !list ? (
        <LoadingPlaceholder label={t('state.loading')} />
      ) : list.data.length === 0 ? (
        <EmptyState drawing="board" text={words ? t('project.no_match', { query: words }) : t('projects.none')} />
      ) : (
        <div className={classes.table}>
          <Table verticalSpacing="xs" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('project.name')}</Table.Th>
                <Table.Th>{t('projects.done')}</Table.Th>
                <Table.Th className={classes.hideable}>{t('project.members')}</Table.Th>
                <Table.Th>{t('permission.role_1')}</Table.Th>
                <Table.Th className={classes.hideable}>{t('projects.maker')}</Table.Th>
                <Table.Th className={classes.hideable}>{t('projects.made')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data.map((project) => (
                <ProjectLine key={project.id} project={project} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list && list.total > Number(SIZES[0]) && (
        <Group justify="space-between" gap="sm">
          <Select
            w={150}
            size="xs"
            aria-label={t('projects.page')}
            allowDeselect={false}
            value={size}
            onChange={(value) => setSize(value ?? size)}
            data={SIZES.map((value) => ({ value, label: t('projects.per_page', { number: value }) }))}
          />
          <Pagination
            total={list.last_page}
            value={page}
            onChange={setPage}
            hideWithOnePage
            aria-label={t('settings.projects')}
          />
        </Group>
      )}
    </section>
  );
}

const AVATARS = 3;

function ProjectLine({ project }: { project: Project }) {
  const { id, name, owner, owner_userid, userid, archived_at, created_at, personal } = project;
  const people = project.userid_list ?? [];
  const avatars = useUsers(people.slice(0, AVATARS));
  const [done, all] = [project.task_complete ?? 0, project.task_num ?? 0];
  const progress = t('project.progress', { done, all });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text c="dimmed" size="xs">
            #{id}
          </Text>
          {/* Only members can open the project. */}
          {owner !== null && !archived_at ? (
            <Link to={`/manage/project/${id}`} className={classes.name}>
              {name}
            </Link>
          ) : (
            <span className={classes.name}>{name}</span>
          )}
          {personal === 1 && (
            <Badge variant="light" color="gray">
              {t('projects.personal')}
            </Badge>
          )}
          {archived_at && (
            <Badge variant="light" color="yellow" title={fullTime(archived_at)}>
              {t('projects.archived')}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={8} wrap="nowrap" title={progress}>
          <Progress
            className={classes.hideable ?? ''}
            w={72}
            size="sm"
            value={project.task_percent ?? 0}
            aria-label={progress}
          />
          <span className={classes.number}>
            {done}/{all}
          </span>
        </Group>
      </Table.Td>
      <Table.Td className={classes.hideable}>
        <Group gap={8} wrap="nowrap">
          <AvatarGroup>
            {avatars.map((user, index) => (
              <UserAvatar key={user?.userid ?? index} user={user} size={20} withName />
            ))}
          </AvatarGroup>
          <span className={classes.number}>{people.length}</span>
        </Group>
      </Table.Td>
      <Table.Td>
        <Who userid={owner_userid} />
      </Table.Td>
      <Table.Td className={classes.hideable}>
        <Who userid={userid} />
      </Table.Td>
      <Table.Td className={classes.hideable} title={created_at ? fullTime(created_at) : undefined}>
        {listTime(created_at)}
      </Table.Td>
    </Table.Tr>
  );
}

function Who({ userid }: { userid: number }) {
  const user = useUser(userid);
  if (!user) return null;
  return (
    <Group gap={8} wrap="nowrap">
      <UserAvatar user={user} size={20} />
      <span className="truncate">{user.nickname}</span>
    </Group>
  );
}

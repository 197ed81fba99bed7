import type { UserRow } from '@atrium/contract/people/accounts.ts';
import type { Department } from '@atrium/contract/people/departments.ts';
import { Badge, Group, Pagination, Select, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fullTime, listTime } from '#entities/message/time.ts';
import { departmentWords } from '#entities/user/departmentWords.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import type { Place } from './DepartmentTree.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import classes from './TeamSettings.module.css';
import { listPeople, PAGE_SIZE, type PeopleFilter } from './team.actions.ts';

const DEBOUNCE_MS = 300;
const STATUSES = ['no', 'yes', 'all'] as const;
const STATUS_WORDS = { no: 'team.active', yes: 'team.resigned', all: 'team.all' } as const;
const ROLES = ['', 'admin', 'temp'] as const;

interface Props {
  departments: readonly Department[];
  place: Place;
  /** A new value reloads the list. */
  version: string;
  onChanged: () => void;
}

export function PeopleTable({ departments, place, version, onChanged }: Props) {
  const [key, setKey] = useState('');
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('no');
  const [role, setRole] = useState<(typeof ROLES)[number]>('');
  const [page, setPage] = useState(1);
  const isNarrowed = key.trim() !== '' || status !== 'no' || role !== '';
  const filter = JSON.stringify({
    ...(key.trim() && { key: key.trim() }),
    disable: status,
    ...(role && { identity: role }),
    ...(place !== 'all' && { department: place === 'none' ? 0 : place }),
  } satisfies PeopleFilter);
  // A changed filter shows its first page.
  useEffect(() => setPage(1), [filter]);
  const { data: list, problem } = useRequest(
    () => listPeople(JSON.parse(filter) as PeopleFilter, page),
    `${filter} ${page} ${version}`,
    { delayMs: DEBOUNCE_MS },
  );
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          aria-label={t('contacts.search')}
          placeholder={t('contacts.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Select
          w={140}
          aria-label={t('team.status')}
          allowDeselect={false}
          value={status}
          onChange={(value) => setStatus(value as typeof status)}
          data={STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) }))}
        />
        <Select
          w={170}
          aria-label={t('team.admin')}
          allowDeselect={false}
          value={role}
          onChange={(value) => setRole(value as typeof role)}
          data={ROLES.map((value) => ({ value, label: t(value === '' ? 'team.all' : `team.${value}`) }))}
        />
      </div>
      {problem ? (
        <Text c="red" role="alert">
          {problem}
        </Text>
      ) : !list ? (
        <LoadingPlaceholder label={t('state.loading')} />
      ) : list.data.length === 0 ? (
        <EmptyState drawing="people" text={t(place === 'none' && !isNarrowed ? 'team.all_placed' : 'team.nobody')} />
      ) : (
        <div className={classes.table}>
          <Table verticalSpacing="xs" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('field.nickname')}</Table.Th>
                <Table.Th className={classes.hideable}>{t('field.profession')}</Table.Th>
                <Table.Th className={classes.hideable}>{t('team.departments')}</Table.Th>
                <Table.Th className={classes.hideable}>{t('person.last_seen')}</Table.Th>
                <Table.Th w={48}>
                  <VisuallyHidden>{t('action.more')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data.map((user) => (
                <PersonRow key={user.userid} user={user} departments={departments} onChanged={onChanged} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list && list.total > PAGE_SIZE && (
        <Group justify="center">
          <Pagination total={list.last_page} value={page} onChange={setPage} aria-label={t('settings.team')} />
        </Group>
      )}
    </>
  );
}

function PersonRow({
  user,
  departments,
  onChanged,
}: {
  user: UserRow;
  departments: readonly Department[];
  onChanged: () => void;
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <div className={classes.who}>
          <UserAvatar user={user} size={32} withPresence />
          <div>
            <Group gap={6}>
              <Text fw={500}>{user.nickname}</Text>
              {user.identity.includes('admin') && <Badge variant="light">{t('team.admin')}</Badge>}
              {user.identity.includes('temp') && (
                <Badge variant="light" color="yellow">
                  {workspace()?.temp_account_alias || t('team.temp')}
                </Badge>
              )}
              {user.disable_at && (
                <Badge variant="light" color="gray">
                  {t('user.resigned')}
                </Badge>
              )}
            </Group>
            <div className={classes.mail}>{user.email}</div>
          </div>
        </div>
      </Table.Td>
      <Table.Td className={classes.hideable}>{user.profession}</Table.Td>
      <Table.Td className={classes.hideable}>{departmentWords(user.department_name)}</Table.Td>
      <Table.Td className={classes.hideable} title={user.line_at ? fullTime(user.line_at) : undefined}>
        {user.line_at ? listTime(user.line_at) : t('team.never')}
      </Table.Td>
      <Table.Td>
        <PersonMenu user={user} departments={departments} onChanged={onChanged} />
      </Table.Td>
    </Table.Tr>
  );
}

import type { Department } from '@atrium/contract/people/departments.ts';
import { Button, Group } from '@mantine/core';
import { IconFileSpreadsheet, IconSend, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NotYet } from '#entities/form/Problem.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { DepartmentModal } from './DepartmentModal.tsx';
import { DepartmentTree, type Place } from './DepartmentTree.tsx';
import { InviteModal } from './invitations/InviteModal.tsx';
import { NewPersonModal } from './NewPersonModal.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { SheetModal } from './SheetModal.tsx';
import classes from './TeamSettings.module.css';
import { listDepartments } from './team.actions.ts';

type Open =
  | { kind: 'person' }
  | { kind: 'invite' }
  | { kind: 'sheet' }
  | { kind: 'department'; of?: Department; parentId: number };

/** All account management: the departments on one side, their people on the other. */
export function TeamSettings() {
  const [place, setPlace] = useState<Place>('all');
  const [params] = useSearchParams();
  // The first steps lead here to invite people.
  const [open, setOpen] = useState<Open | null>(openAt(params));
  const [turn, setTurn] = useState(0);
  // The list reloads when a person changes, because changes by others arrive person by person.
  const people = useSelect(['user'], (store) => store.all('user').length, []);
  const version = `${turn} ${people}`;
  const reload = () => setTurn(turn + 1);
  const { data: departments, problem } = useRequest(listDepartments, version);
  if (!departments) return <NotYet problem={problem} />;
  const close = () => setOpen(null);
  const done = () => {
    close();
    reload();
  };
  return (
    <div className={classes.page}>
      <DepartmentTree
        departments={departments}
        place={place}
        onPlace={setPlace}
        onAdd={(parentId) => setOpen({ kind: 'department', parentId })}
        onEdit={(of) => setOpen({ kind: 'department', of, parentId: of.parent_id })}
        onChanged={reload}
      />
      <section className={classes.people} aria-label={t('settings.team')}>
        <Group gap="xs" justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} stroke={1.75} />}
            onClick={() => setOpen({ kind: 'sheet' })}
          >
            {t('team.import')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} stroke={1.75} />}
            onClick={() => setOpen({ kind: 'person' })}
          >
            {t('team.new_person')}
          </Button>
          <Button leftSection={<IconSend size={18} stroke={1.75} />} onClick={() => setOpen({ kind: 'invite' })}>
            {t('invitation.title')}
          </Button>
        </Group>
        <PeopleTable departments={departments} place={place} version={version} onChanged={reload} />
      </section>
      {open?.kind === 'department' && (
        <DepartmentModal
          departments={departments}
          department={open.of}
          parentId={open.parentId}
          onClose={close}
          onDone={done}
        />
      )}
      {open?.kind === 'person' && (
        <NewPersonModal
          departments={departments}
          chosen={typeof place === 'number' ? [place] : []}
          onClose={close}
          onDone={done}
        />
      )}
      {open?.kind === 'invite' && <InviteModal departments={departments} onClose={done} />}
      {open?.kind === 'sheet' && <SheetModal onClose={done} />}
    </div>
  );
}

/** The modal that is open at first, for links from elsewhere. */
function openAt(params: URLSearchParams): Open | null {
  if (params.get('invite')) return { kind: 'invite' };
  return params.get('sheet') ? { kind: 'sheet' } : null;
}

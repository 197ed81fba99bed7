import type { ImportPerson } from '@atrium/contract/files/imports.ts';
import { Alert, Button, Loader, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconUser, IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { initialsOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from './ImportPeople.module.css';
import { type Choices, choiceOf, DISABLED, NOBODY } from './importPeople.ts';

const number = new Intl.NumberFormat(locale);
const SHOWN = 50;

interface Props {
  /** The people; null until they are loaded. */
  people: readonly ImportPerson[] | null;
  problem: string;
  onRetry: () => void;
  choices: Choices;
  onChoose: (person: ImportPerson, userid: number) => void;
}

/** Assigns the people of the export to accounts, before the start. */
export function ImportPeople({ people, problem, onRetry, choices, onChoose }: Props) {
  const [isAll, setAll] = useState(false);
  const [picking, setPicking] = useState<ImportPerson | null>(null);
  return (
    <Stack gap="sm">
      <Text fw={600} component="h3" size="sm">
        {t('import.people')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('import.people_hint')}
      </Text>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
          <Button variant="subtle" size="compact-sm" ml="sm" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </Alert>
      )}
      {!people && !problem && <Loader size="sm" />}
      {people && (
        <ul className={classes.list} aria-label={t('import.people')}>
          {people.slice(0, isAll ? people.length : SHOWN).map((person) => (
            <Row
              key={person.external_id}
              person={person}
              userid={choiceOf(person, choices)}
              onChoose={(userid) => onChoose(person, userid)}
              onPick={() => setPicking(person)}
            />
          ))}
        </ul>
      )}
      {people && people.length > SHOWN && !isAll && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('import.people_all', { number: number.format(people.length) })}
        </Button>
      )}
      {picking && (
        <UserPicker
          title={t('import.person_of', { name: picking.name })}
          chosen={[choiceOf(picking, choices)].filter((userid) => userid > 0)}
          max={1}
          onClose={() => setPicking(null)}
          onDone={([userid]) => {
            if (userid) onChoose(picking, userid);
            setPicking(null);
          }}
        />
      )}
    </Stack>
  );
}

interface RowProps {
  person: ImportPerson;
  userid: number;
  onChoose: (userid: number) => void;
  onPick: () => void;
}

function Row({ person, userid, onChoose, onPick }: RowProps) {
  const user = useUser(userid);
  const chosen =
    userid === NOBODY
      ? t('import.person_nobody')
      : userid === DISABLED
        ? t('import.person_disabled')
        : (user?.nickname ?? '…');
  const facts = [
    person.username && `@${person.username}`,
    person.tasks > 0 && t('import.part_tasks', { number: number.format(person.tasks) }),
    person.messages > 0 && t('import.part_messages', { number: number.format(person.messages) }),
    userid > 0 && userid === person.userid && person.by !== '' && t(`import.by_${person.by}`),
  ].filter(Boolean);
  return (
    <li className={classes.row}>
      <span className={classes.letters} data-initials={initialsOf(person.name)} aria-hidden="true" />
      <span className={classes.who}>
        <span>{person.name}</span>
        <span className={classes.faint}>{facts.join(' · ')}</span>
      </span>
      <DropdownMenu
        position="bottom-end"
        button={
          <Button
            variant="default"
            size="compact-md"
            className={classes.choice ?? ''}
            aria-label={`${t('import.person_of', { name: person.name })}: ${chosen}`}
            leftSection={
              userid > 0 ? (
                <UserAvatar user={user} size={20} />
              ) : userid === NOBODY ? (
                <IconUserOff size={16} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconUserPlus size={16} stroke={1.75} aria-hidden="true" />
              )
            }
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
          >
            {chosen}
          </Button>
        }
      >
        <Menu.Item leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />} onClick={onPick}>
          {t('import.person_choose')}
        </Menu.Item>
        {person.by !== 'email' && (
          <Menu.Item
            leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => onChoose(DISABLED)}
          >
            {t('import.person_disabled')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUserOff size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => onChoose(NOBODY)}
        >
          {t('import.person_nobody')}
        </Menu.Item>
      </DropdownMenu>
    </li>
  );
}

import { Button, Group, Pill } from '@mantine/core';
import type { CSSProperties } from 'react';
import { hueOf } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './TeamBar.module.css';

interface Props {
  team: readonly number[];
  onChange: (team: readonly number[]) => void;
  onChoose: () => void;
}

/** The colleagues whose times are shown, in their colors. */
export function TeamBar({ team, onChange, onChoose }: Props) {
  const people = useUsers(team);
  return (
    <Group gap={6} className={classes.bar} role="group" aria-label={t('calendar.team')}>
      {team.map((userid, index) => (
        <Pill
          key={userid}
          withRemoveButton
          removeButtonProps={{
            'aria-label': t('calendar.team_hide', { name: people[index]?.nickname ?? '' }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onChange(team.filter((id) => id !== userid))}
        >
          <span className={classes.person}>
            <span className={classes.dot} style={{ '--hue': hueOf(userid) } as CSSProperties} />
            {people[index]?.nickname ?? '…'}
          </span>
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={onChoose}>
        {t('calendar.team_choose')}
      </Button>
    </Group>
  );
}

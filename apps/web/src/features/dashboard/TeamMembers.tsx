import type { TeamMember } from '@atrium/contract/people/team.ts';
import { Button } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './Team.module.css';

const CAP = 10;
const KINDS = ['progress', 'test', 'start'] as const;

interface Props {
  members: readonly TeamMember[];
  chosen: number;
  onChoose: (userid: number) => void;
}

/** Each person's workload, by status. */
export function TeamMembers({ members, chosen, onChoose }: Props) {
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(1, ...members.map((member) => member.total));
  const shown = isWhole ? members : members.slice(0, CAP);
  return (
    <section className={classes.box} aria-label={t('team.by_member')}>
      <h2>{t('team.by_member')}</h2>
      <ul className={classes.legend} aria-hidden="true">
        {KINDS.map((kind) => (
          <li key={kind} data-kind={kind}>
            {t(`team.kind_${kind}`)}
          </li>
        ))}
      </ul>
      <ul className={classes.members}>
        {shown.map((member) => (
          <li key={member.userid}>
            <MemberRow
              member={member}
              most={most}
              isChosen={chosen === member.userid}
              onClick={() => onChoose(chosen === member.userid ? 0 : member.userid)}
            />
          </li>
        ))}
      </ul>
      {shown.length < members.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('dashboard.more', { count: members.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  member: TeamMember;
  most: number;
  isChosen: boolean;
  onClick: () => void;
}
function MemberRow({ member, most, isChosen, onClick }: RowProps) {
  const user = useUser(member.userid);
  const { nickname, total, overdue, segments } = member;
  const words = KINDS.map((kind) => `${t(`team.kind_${kind}`)} ${segments[kind]}`).join(', ');
  return (
    <button
      type="button"
      className={classes.member}
      aria-pressed={isChosen}
      aria-label={`${nickname}: ${t('team.open_tasks', { count: total })}, ${words}, ${t('team.overdue')} ${overdue}`}
      title={words}
      onClick={onClick}
    >
      <UserAvatar user={user} size={24} />
      <span className={classes.name}>{nickname}</span>
      <span className={classes.bar} aria-hidden="true">
        {KINDS.filter((kind) => segments[kind] > 0).map((kind) => (
          <i key={kind} data-kind={kind} style={{ '--part': `${(segments[kind] / most) * 100}%` } as CSSProperties} />
        ))}
      </span>
      <span className={classes.late}>{overdue > 0 && overdue}</span>
      <span className={classes.total}>{total}</span>
    </button>
  );
}

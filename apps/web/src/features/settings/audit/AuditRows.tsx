import { AUDIT_ACTIONS, type AuditAction, type AuditRow } from '@atrium/contract/workspace/audit.ts';
import { Badge } from '@mantine/core';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './Audit.module.css';

/** Rows of the audit log: a table's columns on a wide screen, lines below each other on a narrow one. */
export function AuditRows({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <ul className={classes.rows} aria-label={t('settings.audit')}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  );
}

const ALARMING = new Set(['signin.failed', 'proof.failed', 'backup.failed']);

function Row({ row }: { row: AuditRow }) {
  const known = AUDIT_ACTIONS.find((each) => each === row.action);
  return (
    <li className={classes.row}>
      <time className={classes.time}>{fullTime(row.at)}</time>
      <div className={classes.who}>
        <Who row={row} />
        {row.ip !== '' && <span className={classes.address}>{row.ip}</span>}
      </div>
      <div className={classes.what}>
        <Badge variant="light" color={ALARMING.has(row.action) ? 'red' : 'gray'} className={classes.action ?? ''}>
          {known ? t(`audit.${known satisfies AuditAction}`) : row.action}
        </Badge>
        <Target row={row} />
        <Details detail={row.detail} />
      </div>
    </li>
  );
}

function Who({ row: { userid, ip } }: { row: AuditRow }) {
  const user = useUser(userid);
  if (userid === 0) return <span>{t(ip === '' ? 'audit.server' : 'audit.unknown')}</span>;
  return (
    <span className={classes.person}>
      <UserAvatar user={user} size={20} />
      <span className="truncate">{user?.nickname ?? `#${userid}`}</span>
    </span>
  );
}

/** A person's own sign-in or change does not name them again. */
function Target({ row: { userid, target_type, target_id, target_name } }: { row: AuditRow }) {
  const isSelf = userid > 0 && target_type === 'user' && target_id === userid;
  const user = useUser(target_type === 'user' && !isSelf ? target_id : 0);
  if (isSelf || (target_id === 0 && target_name === '')) return null;
  return <span className={classes.target}>{user?.nickname || target_name || `#${target_id}`}</span>;
}

function Details({ detail }: { detail: AuditRow['detail'] }) {
  const { changes, ...others } = detail;
  const lines = [
    ...Object.entries((changes ?? {}) as Record<string, { from: unknown; to: unknown }>).map(
      ([name, { from, to }]) => `${name}: ${shown(from)} → ${shown(to)}`,
    ),
    ...Object.entries(others).flatMap(([name, value]) => (isEmpty(value) ? [] : [`${name}: ${shown(value)}`])),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className={classes.details}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const isEmpty = (value: unknown) =>
  value === '' || value === 0 || value === null || (Array.isArray(value) && value.length === 0);

const shown = (value: unknown) =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value || '–' : JSON.stringify(value);

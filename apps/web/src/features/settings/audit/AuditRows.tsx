import { AUDIT_ACTIONS, type AuditAction, type AuditRow, isAuditPerson } from '@atrium/contract/workspace/audit.ts';
import { Badge } from '@mantine/core';
import { shortTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './Audit.module.css';
import { COLON, fieldWords, isEmpty, sectionWords, valueWords } from './auditWords.ts';

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
      <time className={classes.time}>{shortTime(row.at)}</time>
      <div className={classes.who}>
        <Who row={row} />
        {row.ip !== '' && <span className={classes.address}>{row.ip}</span>}
      </div>
      <div className={classes.what}>
        <Badge variant="light" color={ALARMING.has(row.action) ? 'red' : 'gray'} className={classes.action ?? ''}>
          {known ? t(`audit.${known satisfies AuditAction}`) : row.action}
        </Badge>
        <Target row={row} />
        <Details detail={row.detail} section={row.target_type === 'setting' ? row.target_name : ''} />
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

/** The target of a row. A person's own sign-in or change does not name them again. */
function Target({ row: { userid, target_type, target_id, target_name } }: { row: AuditRow }) {
  const isSelf = userid > 0 && target_type === 'user' && target_id === userid;
  const user = useUser(target_type === 'user' && !isSelf ? target_id : 0);
  if (isSelf || (target_id === 0 && target_name === '')) return null;
  const name = target_type === 'setting' ? sectionWords(target_name) : target_name;
  return <span className={classes.target}>{user?.nickname || name || `#${target_id}`}</span>;
}

/** Internal fields of settings: the time since when one applies, and that somebody chose it. */
const INTERNAL = new Set(['since', 'isChosen', 'reg_verify_at', 'factor_required_at', 'was_open', 'unread_since']);

function Details({ detail, section }: { detail: AuditRow['detail']; section: string }) {
  const { changes, ...others } = detail;
  const all = Object.entries((changes ?? {}) as Record<string, { from: unknown; to: unknown }>).filter(
    ([name]) => !INTERNAL.has(name),
  );
  // Fields whose words are the same have not changed: the first save of a section names all its fields.
  const changed = all.filter(([name, { from, to }]) => wordsOf(name, from, section) !== wordsOf(name, to, section));
  const said = Object.entries(others).filter(([, value]) => !isEmpty(value));
  if (changed.length + said.length === 0) return null;
  return (
    <ul className={classes.details}>
      {changed.map(([name, { from, to }]) => (
        <li key={name}>
          {fieldWords(name, section)}
          {COLON}
          <Value name={name} value={from} section={section} /> → <Value name={name} value={to} section={section} />
        </li>
      ))}
      {said.map(([name, value]) => (
        <li key={name}>
          {fieldWords(name, section)}
          {COLON}
          <Value name={name} value={value} section={section} />
        </li>
      ))}
    </ul>
  );
}

/** The value in words; 0 means nobody, or no department. */
const wordsOf = (name: string, value: unknown, section: string): string =>
  value === 0 && (isAuditPerson(name) || name === 'parent_id') ? '–' : valueWords(name, value, section);

function Value({ name, value, section }: { name: string; value: unknown; section: string }) {
  const ids = isAuditPerson(name) ? [value].flat().filter((id): id is number => typeof id === 'number' && id > 0) : [];
  if (ids.length === 0) return wordsOf(name, value, section);
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Name userid={id} />
    </span>
  ));
}

const Name = ({ userid }: { userid: number }) => useUser(userid)?.nickname ?? `#${userid}`;

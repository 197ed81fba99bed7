import { CloseButton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useUser } from '#entities/user/useUsers.ts';
import { momentRange } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { parseWire } from '#sync/time.ts';
import classes from './BusyHint.module.css';
import { type Busy, forgetBusy, readBusy, useBusy } from './busy.ts';

/** The number of tasks that are listed for one person. */
const SHOWN = 3;
/** The pause before a check, because times change with each key. */
const PAUSE_MS = 300;

/** The people who are busy at the planned time. Saving is always possible. */
export function BusyHint({
  owners,
  start,
  end,
}: {
  owners: readonly number[];
  start: number | null;
  end: number | null;
}) {
  const plan = `${owners.join()} ${start} ${end}`;
  const ask = async () => {
    if (start === null || end === null || owners.length === 0) return { plan, people: NOBODY };
    return { plan, people: await readBusy({ owners, span: [new Date(start), new Date(end)] }) };
  };
  const { data } = useRequest(ask, plan, { delayMs: PAUSE_MS });
  return <People people={data?.plan === plan ? data.people : NOBODY} />;
}

/** The same hint beside a task whose time or people were just changed. */
export function BusyNotice({ taskId }: { taskId: number }) {
  const people = useBusy((state) => (state.taskId === taskId ? state.people : NOBODY));
  useEffect(() => forgetBusy, []);
  return <People people={people} onClose={forgetBusy} />;
}
const NOBODY: readonly Busy[] = [];

function People({ people, onClose }: { people: readonly Busy[]; onClose?: () => void }) {
  return (
    <div role="status">
      {people.length > 0 && (
        <div className={classes.hint}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {t('busy.title')}
            </Text>
            {people.map((busy) => (
              <Person key={busy.userid} busy={busy} />
            ))}
          </div>
          {onClose && <CloseButton size="sm" aria-label={t('action.close')} onClick={onClose} />}
        </div>
      )}
    </div>
  );
}

function Person({ busy: { userid, tasks, away } }: { busy: Busy }) {
  const user = useUser(userid);
  return (
    <section className={classes.person} aria-label={user?.nickname}>
      {user?.nickname}
      <ul>
        {away.map(({ name, from, to }) => (
          <li key={from}>
            {t('approval.away', { name })}
            <small>{momentRange(parseWire(from), parseWire(to))}</small>
          </li>
        ))}
        {tasks.slice(0, SHOWN).map(({ id, name, project_name, start_at, end_at }) => (
          <li key={id}>
            {name}
            <small>
              {project_name} · {momentRange(parseWire(start_at ?? ''), parseWire(end_at ?? ''))}
            </small>
          </li>
        ))}
        {tasks.length > SHOWN && <li>+{tasks.length - SHOWN}</li>}
      </ul>
    </section>
  );
}
